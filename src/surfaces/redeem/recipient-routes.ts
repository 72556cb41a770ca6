import type { FastifyReply } from 'fastify'
import { ApiError } from '#contract'
import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import { addressFrom, problemsIn, typedIn } from './address.ts'
import { goTo } from './desk.ts'
import { sorryPage } from './ended-page.ts'
import { act, byLink, type GiftCall, proofSubject, rememberRecipient, show } from './gift-call.ts'
import { askAgain, track } from './gift-pages.ts'
import { sendLinkForm, verifyPage } from './recipient-page.ts'
import { mayChangeAddress } from './track-page.ts'

/*
 * The full address is for the recipient. Who has only the link asks for an email to the recipient's own address
 * (`/link`); the link in it leads to `/verify`, where a press makes this browser the recipient's.
 */

/** Sends the email. The same page whether or not there is an address that may get it. */
export async function requestLink(call: GiftCall): Promise<FastifyReply> {
  try {
    await act(call, gifting.requestRecipientLink)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'invalid_transition') throw error
    return goTo(call, call.ways.to())
  }
  return goTo(call, call.ways.to('?notice=linked'))
}

const proofIn = (call: GiftCall): string => {
  const { proof } = (call.request.query ?? {}) as { proof?: unknown }
  return call.form.get('proof') ?? (typeof proof === 'string' ? proof : '')
}

const isValid = (call: GiftCall, proof: string) =>
  gifting.isValidProof(
    call.desk.db.deployment,
    'email',
    proofSubject(call, call.visit),
    proof,
    call.now,
  )

/** Looking changes nothing: mail scanners open links too. */
export function askToVerify(call: GiftCall): FastifyReply {
  const { tongue, ways, visit } = call
  const proof = proofIn(call)
  const byLanguage = byLink(call, `verify?${new URLSearchParams({ proof })}`)
  if (isValid(call, proof)) return show(call, verifyPage(tongue, ways, proof), byLanguage)
  const more = sendLinkForm(tongue, ways, visit, 'recipient.send')
  const { say } = tongue
  const late = sorryPage(tongue, say('verify.lateHeading'), say('verify.lateLead'), { more })
  return show(call, late, byLanguage)
}

export function verify(call: GiftCall): FastifyReply {
  const proof = proofIn(call)
  if (!isValid(call, proof)) return goTo(call, call.ways.to('verify'))
  rememberRecipient(call)
  return goTo(call, call.ways.to(mayChangeAddress(call) ? 'problem' : undefined))
}

export async function changeAddress(call: GiftCall): Promise<FastifyReply> {
  if (!call.isRecipient) return goTo(call, call.ways.to('problem'))
  const typed = typedIn(call.form)
  if (call.form.get('do') !== 'save') {
    if (call.asked !== undefined) await act(call, async () => undefined)
    return askAgain(call, typed)
  }
  const problems = problemsIn(typed)
  if (problems.length > 0) return askAgain(call, typed, problems)
  const address = addressFrom(typed) as unknown as Parameters<typeof fulfilment.correctAddress>[2]
  try {
    await act(call, (ctx, id) => fulfilment.correctAddress(ctx, id, address))
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'invalid_transition') throw error
    return goTo(call, call.ways.to('unmended'))
  }
  return goTo(call, call.ways.to('mended'))
}

/** Right after a correction. */
export const showChanged = (call: GiftCall): FastifyReply => track(call, { mending: 'done' })
