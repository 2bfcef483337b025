import { DEPLOYMENTS } from "../manifest/manifest.ts";

/** A part of a setting's schema. */
interface Schema {
  readonly markdownDescription?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
}

/**
 * The description of a field of deployments in the extension's own `package.json`, as plain text; `undefined`: it has none.
 * @param packageJson as VS Code gives it, in its language
 * @param field a path such as `steps.run`
 */
export function fieldDescription(packageJson: unknown, field: string): string | undefined {
  const { contributes } = packageJson as {
    readonly contributes: { readonly configuration: { readonly properties: Readonly<Record<string, Schema>> } };
  };
  let schema = contributes.configuration.properties[DEPLOYMENTS];
  for (const name of field.split(".")) schema = schema?.items?.properties?.[name];
  return schema?.markdownDescription?.replaceAll(/`([^`]+)`/g, "“$1”").replaceAll(/\*([^*]+)\*/g, "$1");
}
