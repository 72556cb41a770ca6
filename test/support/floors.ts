import { dirname, join } from 'node:path/posix'

/*
 * The house has floors, and a file may use its own room and the floors below, only through a #door.
 * This reads the imports of all files and says which of them break that rule.
 */

/** From the ground up. A room may lean on those before it. To add a room, put it in its place here. */
// biome-ignore format: one floor a line
const floors = [
  'contract',
  'platform',
  'domain/access',
  'domain/catalogue',
  'domain/campaigns',
  'domain/webhooks',
  'domain/mail',
  'domain/gifting',
  'domain/fulfilment',
  'domain/privacy',
  'surfaces', // all on one floor: each is a room of its own, blind to the others
  'client',   // the packages cli/ and sdk/: they know the service from outside
  'top',      // main.ts, cli.ts and what is only theirs
] as const

type Floor = (typeof floors)[number]

interface Room {
  name: string
  floor: Floor
}

/** Everything that is wrong with these files (path from the root → text), given package.json's imports. */
export function problemsOf(
  files: ReadonlyMap<string, string>,
  doors: Readonly<Record<string, string>>,
): string[] {
  return [...files].flatMap(([path, text]) => {
    const room = roomOf(path)
    if (room === undefined) return [`${path} is in no room of the house`]
    return importsOf(text).flatMap((wanted) => {
      const problem = problemWith(path, room, wanted, doors)
      return problem === undefined ? [] : [`${path} imports ${wanted}: ${problem}`]
    })
  })
}

/** What a file imports, in every way of saying it; not what its comments talk about. */
export function importsOf(text: string): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
  const ways = /\b(?:from|import|import\s*\(|require\s*\()\s*(['"])([^'"\n]+)\1/g
  return [...code.matchAll(ways)].map((match) => match[2] ?? '')
}

function problemWith(
  path: string,
  room: Room,
  wanted: string,
  doors: Readonly<Record<string, string>>,
): string | undefined {
  if (wanted.startsWith('../')) return 'nobody climbs out of a folder'
  if (wanted.startsWith('./')) {
    const other = roomOf(join(dirname(path), wanted))
    return other?.name === room.name ? undefined : 'another room is entered through its #door'
  }
  if (!wanted.startsWith('#')) return undefined
  if (wanted.startsWith('#test/')) {
    return path.endsWith('.test.ts') ? undefined : 'only tests may use what is made for tests'
  }
  const target = openDoor(wanted, doors)
  const other = target === undefined ? undefined : roomOf(target)
  if (other === undefined) return 'there is no such door'
  if (other.name === room.name) return undefined
  if (level(other) < level(room)) return undefined
  return level(other) === level(room) ? 'surfaces are blind to each other' : 'that is upstairs'
}

const level = ({ floor }: Room) => floors.indexOf(floor)

/** The file behind a door, by the rules of package.json's imports. */
function openDoor(wanted: string, doors: Readonly<Record<string, string>>): string | undefined {
  for (const [door, target] of Object.entries(doors)) {
    const [before = '', after] = door.split('*')
    if (after === undefined ? wanted !== door : !wanted.startsWith(before)) continue
    return join(target.replace('*', wanted.slice(before.length)))
  }
  return undefined
}

function roomOf(path: string): Room | undefined {
  const [src, first = '', second = '', ...deeper] = path.split('/')
  if (src === 'cli' || src === 'sdk') return { name: src, floor: 'client' }
  if (src !== 'src') return undefined
  if (second === '') return { name: 'top', floor: 'top' }
  if (first === 'cli') return { name: 'top', floor: 'top' }
  if (first === 'surfaces' && deeper.length > 0) {
    return { name: `surfaces/${second}`, floor: 'surfaces' }
  }
  const floor = floors.find((name) => name === first || name === `${first}/${second}`)
  return floor === undefined || floor === 'surfaces' ? undefined : { name: floor, floor }
}
