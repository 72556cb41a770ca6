import { join } from 'node:path'
import type { CliContext } from './context.ts'
import { configDir, readJsonFile, writePrivateFile } from './paths.ts'

/** The address of a service and a token for it. */
export interface Profile {
  url: string
  token: string
}

interface ProfileFile {
  profiles: Record<string, Profile>
}

const profilesPath = (context: CliContext) => join(configDir(context), 'profiles.json')

const readProfiles = (context: CliContext): ProfileFile => ({
  profiles: readJsonFile<Partial<ProfileFile>>(profilesPath(context))?.profiles ?? {},
})

/**
 * Returns the name of the profile: the value of the option, otherwise the environment variable, otherwise
 * `default`.
 */
export const profileName = ({ env }: CliContext, explicit?: string): string =>
  explicit ?? env.BESTOW_API_PROFILE ?? 'default'

export function findProfile(context: CliContext, name: string): Profile | undefined {
  const { profiles } = readProfiles(context)
  return Object.hasOwn(profiles, name) ? profiles[name] : undefined
}

/** Saves a profile in a file that only this user can read. Returns the path of the file. */
export function saveProfile(context: CliContext, name: string, profile: Profile): string {
  const { profiles } = readProfiles(context)
  const updated = Object.fromEntries([...Object.entries(profiles), [name, profile]])
  writePrivateFile(profilesPath(context), `${JSON.stringify({ profiles: updated }, null, 2)}\n`)
  return profilesPath(context)
}

/** Removes a profile. Returns whether the profile existed. */
export function removeProfile(context: CliContext, name: string): boolean {
  const { profiles } = readProfiles(context)
  if (!Object.hasOwn(profiles, name)) return false
  const rest = Object.fromEntries(Object.entries(profiles).filter(([each]) => each !== name))
  writePrivateFile(profilesPath(context), `${JSON.stringify({ profiles: rest }, null, 2)}\n`)
  return true
}
