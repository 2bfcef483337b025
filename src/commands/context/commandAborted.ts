/** Why a command does nothing, as a sentence for the person; the error boundary tells it. */
export class CommandAborted extends Error {
  constructor(message: string) {
    super(message);
    this.name = "CommandAborted";
  }
}
