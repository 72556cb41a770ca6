import type { Static, TSchema } from 'typebox'
import { compileValidator, type FieldError, type Validator } from '#contract'

/*
 * The settings that a connector declares: the web app makes a form of them, and the service validates and encrypts them.
 */

/** A text in the languages of the web app. Another language than these shows the English text. */
export type Texts = { en: string } & Partial<Record<'de' | 'es' | 'fr' | 'ja', string>>

/**
 * A setting of a connector. The schema is a text, a text of a list of values, or an integer. A schema with a `default`
 * makes the setting optional, and its `description` is the error of a text that does not match its pattern.
 */
interface ConnectorSetting {
  schema: TSchema
  label: Texts
  hint?: Texts
  /** Whether the value is encrypted, and never sent to a client again. */
  isSecret?: true
  /**
   * Whether requests with the secrets go to this address. Another address requires the secrets again, because who may change
   * settings may not read them.
   */
  receivesSecrets?: true
}

export type ConnectorSettings = Readonly<Record<string, ConnectorSetting>>

/** The values of settings by their names. */
export type Values = Readonly<Record<string, string | number>>
export type ValuesOf<Settings extends ConnectorSettings> = {
  readonly [Name in keyof Settings]: Static<Settings[Name]['schema']>
}

/** The settings that a client sends. An empty text leaves a secret unchanged. */
export type SettingsInput = Readonly<Record<string, unknown>>

export const compileSettings = (settings: ConnectorSettings): Validator =>
  compileValidator({
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(settings).map(([name, { schema }]) => [name, schema]),
    ),
    required: Object.keys(settings),
    additionalProperties: false,
  })

const defaultsOf = (settings: ConnectorSettings): SettingsInput =>
  Object.fromEntries(
    Object.entries(settings).flatMap(([name, { schema }]) => {
      const { default: value } = schema as { default?: unknown }
      return value === undefined ? [] : [[name, value]]
    }),
  )

/** Merges the input into the stored values, and validates the result. The errors name the fields `settings.…`. */
export function mergeSettings(
  settings: ConnectorSettings,
  validate: Validator,
  input: SettingsInput,
  stored: Values = {},
): { values: Values; problems: FieldError[] } {
  const entered = Object.entries(input).filter(
    ([name, value]) => value !== '' || stored[name] === undefined,
  )
  const values = { ...defaultsOf(settings), ...stored, ...Object.fromEntries(entered) }
  const problems = validate(values).map((problem) => ({
    ...problem,
    param: `settings.${problem.param}`,
  }))
  if (problems.length > 0) return { values: values as Values, problems }
  return {
    values: values as Values,
    problems: findMissingSecrets(settings, input, stored, values as Values),
  }
}

/** Returns an error for each stored secret that the input would send to another address. */
function findMissingSecrets(
  settings: ConnectorSettings,
  input: SettingsInput,
  stored: Values,
  values: Values,
): FieldError[] {
  const isMoved = Object.entries(settings).some(
    ([name, { receivesSecrets }]) =>
      receivesSecrets === true && stored[name] !== undefined && stored[name] !== values[name],
  )
  if (!isMoved) return []
  return Object.entries(settings)
    .filter(
      ([name, { isSecret }]) =>
        isSecret === true && (stored[name] ?? '') !== '' && (input[name] ?? '') === '',
    )
    .map(([name]) => ({
      code: 'required',
      param: `settings.${name}`,
      message: 'is required again, because the stored one was for another address',
    }))
}
