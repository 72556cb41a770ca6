import { randomInt } from 'node:crypto'
import { newId } from '#platform/ids'
import type { TxContext } from '#platform/postgres'
import { type Letter, laneOf } from './letters.ts'
import { digestOf, seal } from './seal.ts'
import * as store from './store.ts'

/**
 * Writes a letter down in the caller's transaction; it is sent after the commit, and never if there is
 * none. Does not wait. Nothing is written when its slot is taken, or when it is an invitation and the
 * sender hands the links out. To an address that has bounced it is kept, and not sent. Answers its id.
 */
export function post(ctx: TxContext, letter: Letter): string {
  const row = rowOf(ctx, letter)
  insert(ctx, [row])
  return row.id
}

/** The same for any number of letters, in one statement. */
export function postAll(ctx: TxContext, letters: readonly Letter[]): void {
  insert(
    ctx,
    letters.map((letter) => rowOf(ctx, letter)),
  )
}

function insert(ctx: TxContext, rows: readonly store.NewRow[]): void {
  if (rows.length === 0) return
  store.insert(ctx, rows)
  ctx.afterCommit(() => ctx.deployment.notify('mail'))
}

function rowOf(ctx: TxContext, letter: Letter): store.NewRow {
  const id = newId()
  return {
    account_id: letter.account_id,
    id,
    kind: letter.kind,
    gift_request_id: letter.gift_request_id ?? null,
    campaign_id: letter.campaign_id ?? null,
    slot: letter.slot ?? null,
    lane: laneOf(letter.kind),
    locale: letter.locale ?? null,
    to_digest: digestOf(letter.to.email),
    sealed: seal(ctx.deployment, id, letter),
    code: newCode(),
    only_if_invited: letter.onlyIfInvited === true,
  }
}

const letters = 'abcdefghijkmnpqrstuvwxyz23456789'

/** Twelve characters, 60 bits, that survive a mail server which writes everything in lower case. */
const newCode = () => Array.from({ length: 12 }, () => letters[randomInt(letters.length)]).join('')
