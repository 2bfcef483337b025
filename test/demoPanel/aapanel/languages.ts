import { chinese, english, type Language, sentence, type SentenceName } from "../../../src/demoPanel/sentences.ts";

/** What only is said to requests that our client does not make. */
const more = {
  first: "Start",
  previous: "Prev",
  next: "Next",
  last: "Last",
  brokenConfiguration:
    "ERROR: An error was detected in the configuration file. Please solve it before proceeding<br><br>{0}",
  badWebname: "The format of the webname parameter is incorrect, it should be a parseable JSON string",
  logIsEmpty: "Log is empty",
  javaRestarted: "Restarted successfully",
  containerSet: "Successfully set!",
  containerWasDeleted: "The container has been deleted!",
  noContainerInformation: "Failed to get container information!{0}",
};

type MoreName = keyof typeof more;

/** All sentences of one language. */
export type FullLanguage = Language & Readonly<Record<MoreName, string>>;

/** What the labels `first`, `previous` and `total` are was seen; the others are translations of ours (docs/protocol.md 2.8). */
const spanish: FullLanguage = {
  first: "Comenzar",
  previous: "Previsamente",
  next: "Siguiente",
  last: "Último",
  total: "Total {0}",
  static: "Estático",
  otherPhp: "Otro",
  defaultCategory: "Categoría predeterminada",
  siteStarted: "Sitio iniciado",
  siteStopped: "Sitio detenido",
  siteDeleted: "¡Sitio eliminado con éxito!",
  noLogFile: "El archivo de registro no existe.",
  logIsEmpty: "El registro está vacío",
  noSuchSite: "El sitio especificado NO existe",
  siteExists: "¡El sitio que intentó agregar ya existe!",
  noSuchPhp: "¡La versión de PHP solicitada NO existe!",
  badDomain: "El formato del dominio principal es incorrecto",
  badPort: "¡El puerto está ocupado o el rango de puertos es incorrecto! Debe estar entre 100 y 65535",
  badWebname: "El formato del parámetro webname es incorrecto, debe ser una cadena JSON analizable",
  systemDirectory: "No establezca el directorio raíz del sitio web en el directorio principal del sistema:<br> {0}",
  brokenConfiguration:
    "ERROR: Se detectó un error en el archivo de configuración. Resuélvalo antes de continuar<br><br>{0}",
  javaStarted: "Iniciado con éxito",
  javaStopped: "Detenido con éxito",
  javaRestarted: "Reiniciado con éxito",
  javaNotRunning: "El proyecto no se está ejecutando",
  noSuchProject: "El proyecto especificado no existe",
  logPathChanged: "Ruta del registro del proyecto modificada con éxito",
  noProjectOfLog: "El proyecto no existe",
  invalidPath: "Ruta no válida",
  containerStarted: "¡inicio con éxito!",
  containerStopped: "¡Detenido con éxito!",
  containerRestarted: "¡El contenedor se reinició con éxito!",
  containerPaused: "¡Contenedor pausado con éxito!",
  containerUnpaused: "El contenedor se reanudó con éxito",
  containerWoken: "El contenedor se reanudó con éxito",
  containerDeleted: "¡Eliminado con éxito!",
  containerSet: "¡Configurado con éxito!",
  bootFailed: "¡error de arranque!",
  noSuchContainer: "¡El contenedor no existe!",
  noContainerInformation: "¡No se pudo obtener la información del contenedor!{0}",
  containerWasDeleted: "¡El contenedor ha sido eliminado!",
  containerStoppedAndDeleted: "Contenedor detenido y eliminado",
  containerNotStarted: "¡El contenedor no está iniciado y no se puede pausar!",
  containerAlreadyPaused: "¡El contenedor ha sido suspendido!",
  containerNotPaused:
    "El contenedor no está en pausa o ha sido eliminado. ¡Compruebe si el contenedor tiene la opción de eliminarse inmediatamente después de detenerse!",
  containerNotDeleted: "¡Error al eliminar! {0}",
  orderDeleted: "¡Pedido eliminado con éxito!",
  noSuchOrder: "¡El pedido especificado no existe!",
  composerLatest: "¡Actualmente es la última versión, no se requiere actualización!",
  composerUpgraded: "Actualizar composer de {0} a {1}",
};

/** Translations of ours (docs/protocol.md 2.8). */
const german: FullLanguage = {
  first: "Anfang",
  previous: "Zurück",
  next: "Weiter",
  last: "Letzte",
  total: "Gesamt {0}",
  static: "Statisch",
  otherPhp: "Andere",
  defaultCategory: "Standardkategorie",
  siteStarted: "Website gestartet",
  siteStopped: "Website gestoppt",
  siteDeleted: "Website erfolgreich gelöscht!",
  noLogFile: "Die Protokolldatei existiert nicht.",
  logIsEmpty: "Protokoll ist leer",
  noSuchSite: "Die angegebene Website existiert NICHT",
  siteExists: "Die Website, die Sie hinzufügen wollten, existiert bereits!",
  noSuchPhp: "Die angeforderte PHP-Version existiert NICHT!",
  badDomain: "Das Format der Hauptdomain ist falsch",
  badPort: "Der Port ist belegt oder der Portbereich ist falsch! Er muss zwischen 100 und 65535 liegen",
  badWebname: "Das Format des Parameters webname ist falsch, es muss eine lesbare JSON-Zeichenkette sein",
  systemDirectory: "Bitte das Wurzelverzeichnis der Website nicht auf ein Hauptverzeichnis des Systems setzen:<br> {0}",
  brokenConfiguration: "FEHLER: In der Konfigurationsdatei wurde ein Fehler gefunden. Bitte zuerst beheben<br><br>{0}",
  javaStarted: "Erfolgreich gestartet",
  javaStopped: "Erfolgreich gestoppt",
  javaRestarted: "Erfolgreich neu gestartet",
  javaNotRunning: "Das Projekt läuft nicht",
  noSuchProject: "Das angegebene Projekt existiert nicht",
  logPathChanged: "Der Protokollpfad des Projekts wurde erfolgreich geändert",
  noProjectOfLog: "Das Projekt existiert nicht",
  invalidPath: "Ungültiger Pfad",
  containerStarted: "Start erfolgreich!",
  containerStopped: "Stoppen erfolgreich!",
  containerRestarted: "Container erfolgreich neu gestartet!",
  containerPaused: "Container erfolgreich angehalten!",
  containerUnpaused: "Der Container wurde erfolgreich fortgesetzt",
  containerWoken: "Der Container wurde erfolgreich fortgesetzt",
  containerDeleted: "Erfolgreich gelöscht!",
  containerSet: "Erfolgreich gesetzt!",
  bootFailed: "Start fehlgeschlagen!",
  noSuchContainer: "Der Container existiert nicht!",
  noContainerInformation: "Containerinformationen konnten nicht abgerufen werden!{0}",
  containerWasDeleted: "Der Container wurde gelöscht!",
  containerStoppedAndDeleted: "Container gestoppt und gelöscht",
  containerNotStarted: "Der Container ist nicht gestartet und kann nicht angehalten werden!",
  containerAlreadyPaused: "Der Container wurde bereits angehalten!",
  containerNotPaused:
    "Der Container ist nicht angehalten oder wurde gelöscht. Prüfen Sie, ob er nach dem Stoppen sofort gelöscht werden soll!",
  containerNotDeleted: "Löschen fehlgeschlagen! {0}",
  orderDeleted: "Bestellung erfolgreich gelöscht!",
  noSuchOrder: "Die angegebene Bestellung existiert nicht!",
  composerLatest: "Derzeit die neueste Version, keine Aktualisierung nötig!",
  composerUpgraded: "Composer von {0} auf {1} aktualisiert",
};

/** BaoTa's, which has no other; what it never says is English. */
export const fullChinese: FullLanguage = {
  ...more,
  ...chinese,
  first: "首页",
  previous: "上一页",
  next: "下一页",
  last: "尾页",
  noContainerInformation: "获取容器信息失败！{0}",
};

/** The languages that an aaPanel can be set to here. */
export const languages = { en: { ...english, ...more }, es: spanish, de: german };

/** One of them. */
export type LanguageName = keyof typeof languages;

/** A sentence in the language that the panel is set to, also one of those that the demo never says. */
export function anySentence(
  language: Language,
  name: SentenceName | MoreName,
  ...values: readonly (string | number)[]
): string {
  const full = { ...more, ...language };
  return sentence({ ...full, total: full[name] }, "total", ...values);
}

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

/** The names of all sentences. */
export const sentenceNames = Object.keys({ ...english, ...more }) as readonly (SentenceName | MoreName)[];
