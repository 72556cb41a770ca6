import type { FastifyRequest } from 'fastify'
import * as accounts from '#accounts'
import { ApiError } from '#contract'
import type { Deployment } from '#platform/deployment'
import { isLoopback } from '#platform/lib/ip-address'
import type { Database } from '#platform/postgres/database'
import type { RequiredPermission } from './operation.ts'
import { readSessionToken } from './session-cookies.ts'

/**
 * Checks session, access policy, role, tier and origin before the handler of a route. Returns the signed-in user. Only on
 * public routes, the result can be undefined.
 */
export async function authorize(
  db: Database,
  request: FastifyRequest,
  {
    tier,
    isBackground = false,
    ...requirement
  }: accounts.Requirement & { tier?: accounts.Tier | undefined; isBackground?: boolean },
): Promise<accounts.SessionUser | undefined> {
  const { permission, method } = requirement
  if (permission === 'operator' && request.headers.authorization !== undefined)
    return findOperator(db, request.headers.authorization)
  // Pages send this header with requests that run in the background, so that an idle session expires.
  const renewsSession = !isBackground && request.headers['bestow-idle'] !== 'true'
  const find = renewsSession ? accounts.findSessionUser : accounts.findSessionUserWithoutRenewal
  const member = permission === 'none' ? undefined : await findMemberOrThrow(db, request, find)
  // A restricted user still signs out, changes the account, and sets up a second factor. A stream shows data of the account.
  if (member !== undefined && (permission !== 'any' || isBackground)) assertUnrestricted(member)
  if (member !== undefined && !accounts.isAllowed(member, requirement))
    throw missingPermission(permission)
  if (tier !== undefined && member?.tier !== tier) throw new ApiError('plan_required')
  if (method !== 'GET' && !isSameOrigin(db.deployment, request)) throw foreignOrigin(db.deployment)
  return member
}

/**
 * Returns the program that an operator gave a token, in the form of a user without an account. Operations of operators read
 * only its name; no other operation accepts the token.
 */
async function findOperator(db: Database, authorization: string): Promise<accounts.SessionUser> {
  const [, text = ''] = /^Bearer +(\S+)$/i.exec(authorization) ?? []
  const token = await accounts.findOperatorToken(db, text)
  if (token === undefined)
    throw new ApiError('unauthorized', {
      message: 'This token is not valid. Operators create tokens under Settings › Accounts.',
    })
  const { id, name } = token
  const { stage, region } = db.deployment
  return {
    ...{ session_id: id, person_id: id, user_id: id, account_id: id, name, account_name: name },
    ...{
      email: '',
      role: 'viewer',
      role_name: null,
      permissions: ['addresses:read'],
      is_operator: true,
      tier: 'enterprise',
      stage,
      region,
    },
    ...{
      has_totp: false,
      restriction: null,
      method: 'password',
      confirmed_at: null,
      clock_offset_ms: 0,
      is_program: true,
    },
  }
}

async function findMemberOrThrow(
  db: Database,
  request: FastifyRequest,
  find: typeof accounts.findSessionUser,
): Promise<accounts.SessionUser> {
  const token = readSessionToken(db.deployment, request)
  if (token === undefined) throw notSignedIn
  const account_id = takeAccount(request)
  const { ip: address } = request
  const member = await find(db, token, { address, account_id })
  if (member !== undefined) return member
  const other = account_id && (await find(db, token, { address }))
  if (!other) throw notSignedIn
  const memberships = await accounts.listMemberships(db, other.person_id, other.session_id)
  const wanted = memberships.find((each) => each.account_id === account_id)
  throw wanted?.needs_new_session === true ? notSignedIn : notEntered
}

/** Throws if the access policy of the account restricts the user to their own sign-in. */
function assertUnrestricted({
  restriction,
  account_name,
}: Pick<accounts.SessionUser, 'restriction' | 'account_name'>): void {
  if (restriction === null) return
  throw new ApiError('access_policy', { message: `${account_name} ${remedies[restriction]}` })
}

const remedies: Readonly<Record<accounts.Restriction, string>> = {
  network:
    'can be entered only from some networks, and yours is not one of them. Use one of them, or ask an admin of the account.',
  set_up_second_factor:
    'requires a second factor. Set up an authenticator app or a passkey under Settings › Profile and sign-in.',
  use_second_factor:
    'requires a second factor. Sign in with your passkey, or with your password and a code.',
}

/**
 * Returns the account that a request of a page names: in a header, or in the query for links and streams, which have no
 * headers. Removes it from the query, whose other parameters belong to the operation.
 */
export function takeAccount({ headers, query }: FastifyRequest): string | undefined {
  const parameters = query as Record<string, unknown>
  const { in_account } = parameters
  delete parameters.in_account
  const named = headers['bestow-account'] ?? in_account
  return typeof named === 'string' ? named : undefined
}

const notEntered = new ApiError('forbidden', {
  message: 'You cannot enter this account with this sign-in. Choose it in the menu of accounts.',
})

const notSignedIn = new ApiError('unauthorized', { message: 'Sign in first.' })

export const missingPermission = (permission: RequiredPermission) =>
  new ApiError('forbidden', {
    message:
      permission === 'operator'
        ? 'This is for operators of the installation. They grant it with: bestow users grant-operator'
        : `This requires a role with the permission ${permission}. An admin of your account can give you one.`,
  })
const foreignOrigin = ({ origin }: Deployment) =>
  new ApiError('forbidden', {
    message: `This request did not come from a page of this service. Its pages are at ${origin}; if your browser shows another address, set BESTOW_ORIGIN to that address.`,
  })

/**
 * Returns whether a request that changes data comes from the same origin. Browsers send the Origin header,
 * and pages cannot change it. A request without this header does not come from a browser, so it must not use
 * a session cookie.
 */
function isSameOrigin({ origin }: Deployment, { headers }: FastifyRequest): boolean {
  const requestOriginHeader = headers.origin
  return (
    requestOriginHeader !== undefined &&
    (requestOriginHeader === origin || loopbackOrigins(origin).includes(requestOriginHeader))
  )
}

/**
 * Returns the origins that are equivalent to a loopback origin over http. Every other origin has only one
 * spelling.
 */
function loopbackOrigins(origin: string): string[] {
  const { protocol, hostname, port } = new URL(origin)
  if (protocol !== 'http:' || !isLoopback(hostname)) return []
  return ['localhost', '127.0.0.1', '[::1]'].map((name) => new URL(`http://${name}:${port}`).origin)
}
