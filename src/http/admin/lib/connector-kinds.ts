import type { ConnectorSettings, Texts } from '#platform/lib/connector-settings'

/** The members of the JSON schema of a setting that a form shows. */
interface SettingSchema {
  type?: string
  enum?: string[]
  default?: string | number
  maxLength?: number
}

/** The longest text that a form shows on one line. */
const maxLineLength = 5_000

/** Returns what a form needs to know about a kind of connection. */
export const toKindView = (
  {
    kind,
    port,
    title,
    about,
    settings,
  }: { kind: string; port: string; title: Texts; about: Texts; settings: ConnectorSettings },
  is_allowed: boolean,
) => ({
  ...{ kind, port, title, about, is_allowed },
  fields: Object.entries(settings).map(([name, { label, hint, isSecret, schema }]) => {
    const { type, enum: choices, default: value, maxLength = 0 } = schema as SettingSchema
    return {
      name,
      label,
      hint: hint ?? null,
      is_integer: type === 'integer',
      is_long: maxLength > maxLineLength,
      is_secret: isSecret === true,
      choices: choices ?? null,
      default: value ?? null,
    }
  }),
})
