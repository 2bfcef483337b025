import type { Language } from "../state/handler.ts";

/**
 * What an aaPanel says in the language it is set to; `{0}` and `{1}` are filled in. The English ones were seen, but for
 * the end of `brokenConfiguration`; of the Spanish ones the labels `first`, `previous` and `total` were. The others are
 * translations of ours (docs/protocol.md 2.8).
 */
const sentences = {
  first: { en: "Start", es: "Comenzar", de: "Anfang" },
  previous: { en: "Prev", es: "Previsamente", de: "Zurück" },
  next: { en: "Next", es: "Siguiente", de: "Weiter" },
  last: { en: "Last", es: "Último", de: "Letzte" },
  total: { en: "Total {0}", es: "Total {0}", de: "Gesamt {0}" },

  static: { en: "Static", es: "Estático", de: "Statisch" },
  otherPhp: { en: "Other", es: "Otro", de: "Andere" },
  defaultCategory: { en: "Default category", es: "Categoría predeterminada", de: "Standardkategorie" },
  siteStarted: { en: "Site started", es: "Sitio iniciado", de: "Website gestartet" },
  siteStopped: { en: "Site stopped", es: "Sitio detenido", de: "Website gestoppt" },
  siteDeleted: {
    en: "Successfully deleted site!",
    es: "¡Sitio eliminado con éxito!",
    de: "Website erfolgreich gelöscht!",
  },
  noLogFile: {
    en: "The log file does not exist.",
    es: "El archivo de registro no existe.",
    de: "Die Protokolldatei existiert nicht.",
  },
  noSuchFile: { en: "File does not exist!", es: "¡El archivo no existe!", de: "Datei existiert nicht!" },
  logIsEmpty: { en: "Log is empty", es: "El registro está vacío", de: "Protokoll ist leer" },
  noSuchSite: {
    en: "Specified site does NOT exist",
    es: "El sitio especificado NO existe",
    de: "Die angegebene Website existiert NICHT",
  },
  siteExists: {
    en: "The site you tried to add already exists!",
    es: "¡El sitio que intentó agregar ya existe!",
    de: "Die Website, die Sie hinzufügen wollten, existiert bereits!",
  },
  noSuchPhp: {
    en: "Requested PHP version does NOT exist!",
    es: "¡La versión de PHP solicitada NO existe!",
    de: "Die angeforderte PHP-Version existiert NICHT!",
  },
  badDomain: {
    en: "Format of primary domain is incorrect",
    es: "El formato del dominio principal es incorrecto",
    de: "Das Format der Hauptdomain ist falsch",
  },
  badPort: {
    en: "The port is occupied or the port range is incorrect! It should be between 100 and 65535",
    es: "¡El puerto está ocupado o el rango de puertos es incorrecto! Debe estar entre 100 y 65535",
    de: "Der Port ist belegt oder der Portbereich ist falsch! Er muss zwischen 100 und 65535 liegen",
  },
  badWebname: {
    en: "The format of the webname parameter is incorrect, it should be a parseable JSON string",
    es: "El formato del parámetro webname es incorrecto, debe ser una cadena JSON analizable",
    de: "Das Format des Parameters webname ist falsch, es muss eine lesbare JSON-Zeichenkette sein",
  },
  systemDirectory: {
    en: "Please do not set the website root directory to the system main directory:<br> {0}",
    es: "No establezca el directorio raíz del sitio web en el directorio principal del sistema:<br> {0}",
    de: "Bitte das Wurzelverzeichnis der Website nicht auf ein Hauptverzeichnis des Systems setzen:<br> {0}",
  },
  brokenConfiguration: {
    en: "ERROR: An error was detected in the configuration file. Please solve it before proceeding<br><br>{0}",
    es: "ERROR: Se detectó un error en el archivo de configuración. Resuélvalo antes de continuar<br><br>{0}",
    de: "FEHLER: In der Konfigurationsdatei wurde ein Fehler gefunden. Bitte zuerst beheben<br><br>{0}",
  },

  javaStarted: { en: "Started successfully", es: "Iniciado con éxito", de: "Erfolgreich gestartet" },
  javaStopped: { en: "Stopped successfully", es: "Detenido con éxito", de: "Erfolgreich gestoppt" },
  javaRestarted: { en: "Restarted successfully", es: "Reiniciado con éxito", de: "Erfolgreich neu gestartet" },
  javaNotRunning: {
    en: "The project is not running",
    es: "El proyecto no se está ejecutando",
    de: "Das Projekt läuft nicht",
  },
  noSuchProject: {
    en: "The specified project does not exist",
    es: "El proyecto especificado no existe",
    de: "Das angegebene Projekt existiert nicht",
  },
  logPathChanged: {
    en: "Project log path modified successfully",
    es: "Ruta del registro del proyecto modificada con éxito",
    de: "Der Protokollpfad des Projekts wurde erfolgreich geändert",
  },
  noProjectOfLog: { en: "Project does not exist", es: "El proyecto no existe", de: "Das Projekt existiert nicht" },
  invalidPath: { en: "Invalid path", es: "Ruta no válida", de: "Ungültiger Pfad" },

  containerStarted: { en: "starting success!", es: "¡inicio con éxito!", de: "Start erfolgreich!" },
  containerStopped: { en: "Stop succeeding!", es: "¡Detenido con éxito!", de: "Stoppen erfolgreich!" },
  containerRestarted: {
    en: "Container restarts successfully!",
    es: "¡El contenedor se reinició con éxito!",
    de: "Container erfolgreich neu gestartet!",
  },
  containerPaused: {
    en: "Container pause successfully!",
    es: "¡Contenedor pausado con éxito!",
    de: "Container erfolgreich angehalten!",
  },
  containerUnpaused: {
    en: "The container unpaused successfully",
    es: "El contenedor se reanudó con éxito",
    de: "Der Container wurde erfolgreich fortgesetzt",
  },
  containerDeleted: { en: "Successfully deleted!", es: "¡Eliminado con éxito!", de: "Erfolgreich gelöscht!" },
  containerSet: { en: "Successfully set!", es: "¡Configurado con éxito!", de: "Erfolgreich gesetzt!" },
  bootFailed: { en: "boot failed!", es: "¡error de arranque!", de: "Start fehlgeschlagen!" },
  noSuchContainer: {
    en: "The container doesn't exist!",
    es: "¡El contenedor no existe!",
    de: "Der Container existiert nicht!",
  },
  noContainerInformation: {
    en: "Failed to get container information!{0}",
    es: "¡No se pudo obtener la información del contenedor!{0}",
    de: "Containerinformationen konnten nicht abgerufen werden!{0}",
  },
  containerWasDeleted: {
    en: "The container has been deleted!",
    es: "¡El contenedor ha sido eliminado!",
    de: "Der Container wurde gelöscht!",
  },
  containerStoppedAndDeleted: {
    en: "Container stopped and deleted",
    es: "Contenedor detenido y eliminado",
    de: "Container gestoppt und gelöscht",
  },
  containerNotStarted: {
    en: "The container is not started and cannot be paused!",
    es: "¡El contenedor no está iniciado y no se puede pausar!",
    de: "Der Container ist nicht gestartet und kann nicht angehalten werden!",
  },
  containerAlreadyPaused: {
    en: "The container has been suspended!",
    es: "¡El contenedor ha sido suspendido!",
    de: "Der Container wurde bereits angehalten!",
  },
  containerNotPaused: {
    en: "The container is not paused or has been deleted. Check if the container has the option to delete immediately after stopping!",
    es: "El contenedor no está en pausa o ha sido eliminado. ¡Compruebe si el contenedor tiene la opción de eliminarse inmediatamente después de detenerse!",
    de: "Der Container ist nicht angehalten oder wurde gelöscht. Prüfen Sie, ob er nach dem Stoppen sofort gelöscht werden soll!",
  },
  containerNotDeleted: { en: "Delete failed! {0}", es: "¡Error al eliminar! {0}", de: "Löschen fehlgeschlagen! {0}" },

  orderDeleted: {
    en: "Order deleted successfully!",
    es: "¡Pedido eliminado con éxito!",
    de: "Bestellung erfolgreich gelöscht!",
  },
  noSuchOrder: {
    en: "The specified order does not exist!",
    es: "¡El pedido especificado no existe!",
    de: "Die angegebene Bestellung existiert nicht!",
  },

  composerLatest: {
    en: "Currently the latest version, no upgrade required!",
    es: "¡Actualmente es la última versión, no se requiere actualización!",
    de: "Derzeit die neueste Version, keine Aktualisierung nötig!",
  },
  composerUpgraded: {
    en: "Upgrade composer from {0} to {1}",
    es: "Actualizar composer de {0} a {1}",
    de: "Composer von {0} auf {1} aktualisiert",
  },
} as const satisfies Readonly<Record<string, Readonly<Record<Language, string>>>>;

/** What a translation of nothing is: the header of the file that it is looked up in (docs/protocol.md 6.30, 10.1). */
export const NOTHING_TRANSLATED = [
  "Project-Id-Version: ",
  "PO-Revision-Date: 2022-01-05 10:16+0800",
  "Language: en",
  "Content-Type: text/plain; charset=UTF-8",
  "Content-Transfer-Encoding: 8bit",
  "Plural-Forms: nplurals=1; plural=0;",
  "Generated-By: pygettext.py 1.5",
  "X-Generator: Poedit 3.0.1",
  "",
].join("\n");

/** The name of a sentence. */
export type SentenceName = keyof typeof sentences;

/** All of them. */
export const sentenceNames = Object.keys(sentences) as readonly SentenceName[];

/** A sentence in the language that the panel is set to. */
export function say(language: Language, name: SentenceName, ...values: readonly (string | number)[]): string {
  return sentences[name][language].replace(/\{(\d)\}/g, (_, position: string) =>
    String(values[Number(position)] ?? ""),
  );
}
