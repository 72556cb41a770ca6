import type { SettingName, SettingValue, settings } from './setting-definitions.ts'

export type Environment = Record<string, string | undefined>

export interface SettingError {
  variable: string
  problem: string
  example: string
}

export type AllSettingValues = { [Name in SettingName]: SettingValue<Name> }
/** The names of settings with a `default`, which always have a value. */
type DefaultedSettingName = {
  [Name in SettingName]: (typeof settings)[Name] extends { default: string } ? Name : never
}[SettingName]
export type ResolvedSettings = Pick<AllSettingValues, DefaultedSettingName | 'BESTOW_STAGE'> &
  Partial<AllSettingValues>
