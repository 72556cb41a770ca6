import { isId } from '#platform/ids'
import type { Work } from '#platform/postgres'
import { partsOf } from './contents.ts'
import { settingsFor } from './dress.ts'
import type { Content } from './letters.ts'
import { outgoingOf, type Sending } from './outgoing.ts'
import { type Rendered, render, type Setting } from './render.ts'
import { open } from './seal.ts'
import * as store from './store.ts'
import type { Message, Row } from './tables.ts'
import { tongueOf } from './words/words.ts'

/** The letters of the work's account (of all, when it is for everyone), newest first. */
export async function list(work: Work, filter: store.Filter): Promise<Message[]> {
  const rows = await store.list(work, filter)
  const settings = await settingsFor(work, rows)
  return rows.map((row, at) => messageFrom(work, row, settings[at]))
}

/** All letters to an address, whoever they are about. */
export async function listTo(work: Work, email: string): Promise<Message[]> {
  const rows = await store.listTo(work, email)
  const settings = await settingsFor(work, rows)
  return rows.map((row, at) => messageFrom(work, row, settings[at]))
}

/** A letter and what its reader sees; `rendered` is undefined once its content was erased. */
export interface Shown {
  message: Message
  rendered: Rendered | undefined
}

/** For people of the account: a link that proves who its reader is leads to the ordinary page here. */
export async function find(work: Work, id: string): Promise<Shown | undefined> {
  const found = await findWhole(work, id, withoutOwnUrl)
  return found === undefined ? undefined : { message: found.message, rendered: found.rendered }
}

/** The same with everything that its reader gets: for the mailbox of a staging installation, and for tests. */
export async function findAsReader(work: Work, id: string): Promise<Shown | undefined> {
  const found = await findWhole(work, id)
  return found === undefined ? undefined : { message: found.message, rendered: found.rendered }
}

/** The same as the mail that would leave now. */
export async function findOutgoing(work: Work, id: string, sending: Sending) {
  const found = await findWhole(work, id)
  if (found?.letter === undefined || found.rendered === undefined) return undefined
  return outgoingOf(found.row, found.letter, found.sealed, found.rendered, sending)
}

async function findWhole(work: Work, id: string, prepare = (letter: Content) => letter) {
  const row = isId(id) ? await store.find(work, id) : undefined
  if (row === undefined) return undefined
  const [setting] = await settingsFor(work, [row])
  const message = messageFrom(work, row, setting)
  if (row.sealed === null || setting === undefined) return { row, message }
  const sealed = open(work.installation, row.id, row.sealed)
  const letter = { kind: row.kind, facts: sealed.facts } as Content
  return { row, message, sealed, letter, rendered: await render(prepare(letter), setting) }
}

/** The same letter with the ordinary link of the gift in place of the reader's own. */
export function withoutOwnUrl(letter: Content): Content {
  const { own_url: _, ...facts } = letter.facts as { own_url?: string }
  return { ...letter, facts } as Content
}

function messageFrom(work: Work, row: Row, setting: Setting | undefined): Message {
  const { sealed, code: _, slot: __, reader_locale: ___, ...shown } = row
  if (sealed === null || setting === undefined)
    return { ...shown, to: undefined, subject: undefined }
  const { to, facts } = open(work.installation, row.id, sealed)
  const letter = { kind: row.kind, facts } as Content
  const { subject } = partsOf(letter, tongueOf(setting.locale, setting.timeZone))
  return { ...shown, to, subject }
}
