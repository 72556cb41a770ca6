import { type Setting, settingNames, settings } from './setting-definitions.ts'
import type { Environment } from './setting-values.ts'

/** A setting as operators see it. The value of a secret is left out. */
export interface SettingInEffect {
  name: string
  /**
   * The value, or the default if there is no value. Null for a secret, and for a
   * default that is only described.
   */
  value: string | null
  /** Whether the operator has set it. */
  is_set: boolean
  is_secret: boolean
}

/** Returns all settings of a process in the order of the reference. */
export const listSettingsInEffect = (env: Environment): SettingInEffect[] =>
  settingNames.map((name) => {
    const setting: Setting = settings[name]
    const is_secret = setting.isSecret === true
    const text = env[name]?.trim() || undefined
    const hasFile = is_secret && (env[`${name}_FILE`]?.trim() ?? '') !== ''
    const value = is_secret ? null : (text ?? setting.default ?? setting.defaultDescription ?? null)
    return { name, value, is_set: text !== undefined || hasFile, is_secret }
  })
