import { isId } from '#platform/ids'
import type { TxContext } from '#platform/postgres'
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
export async function list(ctx: TxContext, filter: store.Filter): Promise<Message[]> {
  const rows = await store.list(ctx, filter)
  const settings = await settingsFor(ctx, rows)
  return rows.map((row, at) => messageFrom(ctx, row, settings[at]))
}

/** All letters to an address, whoever they are about. */
export async function listTo(ctx: TxContext, email: string): Promise<Message[]> {
  const rows = await store.listTo(ctx, email)
  const settings = await settingsFor(ctx, rows)
  return rows.map((row, at) => messageFrom(ctx, row, settings[at]))
}

/** A letter and what its reader sees; `rendered` is undefined once its content was erased. */
export interface Shown {
  message: Message
  rendered: Rendered | undefined
}

/** For people of the account: a link that proves who its reader is leads to the ordinary page here. */
export async function find(ctx: TxContext, id: string): Promise<Shown | undefined> {
  const found = await findWhole(ctx, id, withoutOwnUrl)
  return found === undefined ? undefined : { message: found.message, rendered: found.rendered }
}

/** The same with everything that its reader gets: for the mailbox of a staging installation, and for tests. */
export async function findAsReader(ctx: TxContext, id: string): Promise<Shown | undefined> {
  const found = await findWhole(ctx, id)
  return found === undefined ? undefined : { message: found.message, rendered: found.rendered }
}

/** The same as the mail that would leave now. */
export async function findOutgoing(ctx: TxContext, id: string, sending: Sending) {
  const found = await findWhole(ctx, id)
  if (found?.letter === undefined || found.rendered === undefined) return undefined
  return outgoingOf(found.row, found.letter, found.sealed, found.rendered, sending)
}

async function findWhole(ctx: TxContext, id: string, prepare = (letter: Content) => letter) {
  const row = isId(id) ? await store.find(ctx, id) : undefined
  if (row === undefined) return undefined
  const [setting] = await settingsFor(ctx, [row])
  const message = messageFrom(ctx, row, setting)
  if (row.sealed === null || setting === undefined) return { row, message }
  const sealed = open(ctx.deployment, row.id, row.sealed)
  const letter = { kind: row.kind, facts: sealed.facts } as Content
  return { row, message, sealed, letter, rendered: await render(prepare(letter), setting) }
}

/** The same letter with the ordinary link of the gift in place of the reader's own. */
export function withoutOwnUrl(letter: Content): Content {
  const { own_url: _, ...facts } = letter.facts as { own_url?: string }
  return { ...letter, facts } as Content
}

function messageFrom(ctx: TxContext, row: Row, setting: Setting | undefined): Message {
  const { sealed, code: _, slot: __, reader_locale: ___, ...shown } = row
  if (sealed === null || setting === undefined)
    return { ...shown, to: undefined, subject: undefined }
  const { to, facts } = open(ctx.deployment, row.id, sealed)
  const letter = { kind: row.kind, facts } as Content
  const { subject } = partsOf(letter, tongueOf(setting.locale, setting.timeZone))
  return { ...shown, to, subject }
}
