import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TSchema } from 'typebox'
import type * as access from '#access'
import { compileValidator, type Validator } from '#contract'
import type { ShippingConfig } from '#fulfilment'
import type { Database, TxContext } from '#platform/postgres'

/*
 * One operation of the admin area: its place, who may do it, what its body looks like, and what it
 * does. The gate reads who may; a test walks all of them as somebody who may not.
 */

/** Nobody: no sign-in is needed. A sender: anybody who is signed in. */
type Needs = 'nobody' | 'sender' | 'admin'

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/** What every handler is given. */
export interface Asked<Body> {
  db: Database
  params: Readonly<Record<string, string>>
  /** As it came; lists read it with `readListQuery`. */
  query: unknown
  body: Body
  where: access.RequestOrigin
  /** Whether webhooks may go to private addresses here: in development. */
  allowPrivate: boolean
  /** The ports that webhooks may go to; undefined for any. */
  ports: readonly number[] | undefined
  /** Whether emails can leave this installation, or be looked at in it. */
  canSendEmail: boolean
  shipping: ShippingConfig
  request: FastifyRequest
  reply: FastifyReply
}

/** … where somebody is signed in. */
export interface Call<Body> extends Asked<Body> {
  member: access.SessionUser
  /** Who does it, for `access.audit`. */
  actor: access.Actor
}

/** … and a transaction of their account is open. */
export interface Within<Body> extends Call<Body> {
  /** At the moment of the account's clock. A GET may only read. */
  ctx: TxContext
  /** The same transaction at the real time: for sessions, invitations and whatever else is not a gift's. */
  real: TxContext
}

/** An answer that is not 200 with JSON. */
export class Answer {
  readonly status: number
  readonly body: unknown
  constructor(status: number, body?: unknown) {
    this.status = status
    this.body = body
  }
}

/** What handlers of streams and downloads answer once they have sent everything themselves. */
export const sent = Symbol('sent')

interface Place<Schema extends TSchema> {
  needs: Needs
  /** Only accounts on this tier; others are told `plan_required`. */
  tier?: 'enterprise'
  /** What it does, in a few words. */
  does: string
  /** The body; without one, none is read. */
  body?: Schema
  /** For pictures, and lists that one request carries whole. */
  bodySize?: 'large'
  /** Pages send it by themselves: it does not keep a session from going idle. */
  isAutomatic?: boolean
}

const kibibyte = 1024

/** Bytes that the body of an operation may have: open ones are for strangers and carry a form. */
const bodyLimits = {
  open: 16 * kibibyte,
  usual: 64 * kibibyte,
  large: 1024 * kibibyte,
} as const

export interface Operation {
  method: Method
  /** Below /admin/api, with `:name` for what is filled in. */
  path: string
  needs: Needs
  tier: 'enterprise' | undefined
  does: string
  shape: Validator | undefined
  bodyLimit: number
  isAutomatic: boolean
  opens: 'nothing' | 'transaction'
  handle(given: Within<unknown>): Promise<unknown>
}

type Handle<Given, Body> = (given: Given & { body: Body }) => unknown

/** An operation that runs in one transaction of the member's account; a GET only reads. */
export function operation<Schema extends TSchema>(
  method: Method,
  path: string,
  place: Place<Schema> & { needs: 'sender' | 'admin' },
  handle: Handle<Within<unknown>, Static<Schema>>,
): Operation {
  return make(method, path, place, 'transaction', handle)
}

/** One that opens its own transactions, or none: what hashes a password or talks to the network. */
export function outside<Schema extends TSchema>(
  method: Method,
  path: string,
  place: Place<Schema> & { needs: 'sender' | 'admin' },
  handle: Handle<Call<unknown>, Static<Schema>>,
): Operation {
  return make(method, path, place, 'nothing', handle)
}

/** One for which nobody has to be signed in. */
export function open<Schema extends TSchema>(
  method: Method,
  path: string,
  place: Omit<Place<Schema>, 'needs' | 'tier'>,
  handle: Handle<Asked<unknown>, Static<Schema>>,
): Operation {
  return make(method, path, { ...place, needs: 'nobody' }, 'nothing', handle)
}

function make<Schema extends TSchema, Given>(
  method: Method,
  path: string,
  { needs, tier, does, body, bodySize, isAutomatic = false }: Place<Schema>,
  opens: Operation['opens'],
  handle: Handle<Given, Static<Schema>>,
): Operation {
  return {
    method,
    path,
    needs,
    tier,
    does,
    opens,
    isAutomatic,
    shape: body === undefined ? undefined : compileValidator(body),
    bodyLimit: bodyLimits[bodySize ?? (needs === 'nobody' ? 'open' : 'usual')],
    // the shape has been checked when this is called
    handle: async (given) => handle(given as unknown as Given & { body: Static<Schema> }),
  }
}
