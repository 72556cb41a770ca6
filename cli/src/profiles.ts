import { join } from 'node:path'
import type { Context } from './context.ts'
import { readJsonFile, settingsFolder, writePrivately } from './folders.ts'

/** Where a service is, and a token for it. */
export interface Profile {
  url: string
  token: string
}

interface ProfileFile {
  profiles: Record<string, Profile>
}

const pathOf = (context: Context) => join(settingsFolder(context), 'profiles.json')

const read = (context: Context): ProfileFile => ({
  profiles: readJsonFile<Partial<ProfileFile>>(pathOf(context))?.profiles ?? {},
})

/** The name that holds when none is given. */
export const profileName = ({ env }: Context, given?: string): string =>
  given ?? env.BESTOW_API_PROFILE ?? 'default'

export function findProfile(context: Context, name: string): Profile | undefined {
  const { profiles } = read(context)
  return Object.hasOwn(profiles, name) ? profiles[name] : undefined
}

/** Writes it down, readable for this user alone. Answers where. */
export function saveProfile(context: Context, name: string, profile: Profile): string {
  const { profiles } = read(context)
  const all = Object.fromEntries([...Object.entries(profiles), [name, profile]])
  writePrivately(pathOf(context), `${JSON.stringify({ profiles: all }, null, 2)}\n`)
  return pathOf(context)
}

/** Answers whether there was one. */
export function removeProfile(context: Context, name: string): boolean {
  const { profiles } = read(context)
  if (!Object.hasOwn(profiles, name)) return false
  const rest = Object.fromEntries(Object.entries(profiles).filter(([each]) => each !== name))
  writePrivately(pathOf(context), `${JSON.stringify({ profiles: rest }, null, 2)}\n`)
  return true
}
