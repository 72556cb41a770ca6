import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import * as accounts from '#accounts'
import { ApiError, findVersion, getNewestVersion } from '#contract'
import { type Operation, requiredRole } from '#contract/operation'
import { roleByScope, scopeNames } from '#contract/scopes'
import type { ResponseCost } from '#platform/lib/request-cost'
import { createApiDeps, type OperationOptions } from './deps.ts'
import { sendError } from './errors.ts'
import { parseAsBuffer } from './kernel/body.ts'
import type { Grant } from './kernel/grant.ts'
import { hideAddresses } from './kernel/hide-addresses.ts'
import { redactAddresses } from './kernel/redact-addresses.ts'
import { registerRoutes } from './kernel/route.ts'
import { apiRoutes } from './routes.ts'

/*
 * The operations of the public API for signed-in users: the web app calls them with its session, in the newest version. The
 * handlers are those of tokens. A user also gets the app members, and does not see what the role hides.
 */

/** Checks session, role and origin of a request, and counts it. */
export type AuthorizeUser = (
  request: FastifyRequest,
  reply: FastifyReply,
  requirement: accounts.Requirement,
) => Promise<AuthorizedUser>

interface AuthorizedUser {
  user: accounts.SessionUser
  /** See `charge` and `chargeCost` of a request. */
  charge(weight: number): Promise<void>
  chargeCost(cost: ResponseCost): Promise<number>
}

/** Returns a plugin to register below the prefix of the web app. */
export function userApi(options: OperationOptions, authorize: AuthorizeUser) {
  return async (app: FastifyInstance): Promise<void> => {
    parseAsBuffer(app)
    const { versions, stage } = options.db.deployment
    app.setErrorHandler((error, request, reply) => sendError(error, request, reply, versions))
    const apiVersion = getNewestVersion(versions)
    const version = findVersion(versions, apiVersion)
    app.addHook('onRequest', async (request, reply) => {
      Object.assign(request, { apiVersion, version })
      const { operation } = request.routeOptions.config
      if (operation === undefined) throw new ApiError('not_found')
      const { user, ...rates } = await authorize(request, reply, requirementOf(operation))
      Object.assign(request, rates, { grant: toUserGrant(user, operation, request) })
    })
    const isAvailable = (operation: Operation) =>
      (stage === 'staging' || operation.isStagingOnly !== true) && isForUsers(operation)
    const available = apiRoutes.filter(({ operation }) => isAvailable(operation))
    const tokenRequests = new Map(
      available.map(({ operation }) => [operation.id, toTokenRequest(operation)]),
    )
    app.addHook('onSend', async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const id = request.routeOptions.config.operation?.id ?? ''
      const tokenRequest = tokenRequests.get(id)
      if (tokenRequest !== undefined) nameOperation(id, tokenRequest, request, reply)
    })
    registerRoutes(app, createApiDeps(options), available)
  }
}

/** Whether users can call an operation. The root names the service for clients with a token. */
export const isForUsers = ({ isForTokensOnly, isVersionOptional }: Operation): boolean =>
  isForTokensOnly !== true && isVersionOptional !== true

/**
 * Names the operation, and the parameters and members of the request that tokens do not have. From this the web app builds
 * the same request for a token.
 */
function nameOperation(
  id: string,
  { documented, appMembers }: ReturnType<typeof toTokenRequest>,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  reply.header('bestow-operation', id)
  const parameters = Object.keys(request.query as object).map((name) => name.split('[')[0] ?? '')
  // a header cannot have every character that a query can
  const appOnly = parameters.filter((name) => /^\w+$/.test(name) && !documented.has(name))
  if (appOnly.length > 0) reply.header('bestow-app-parameters', appOnly.join(' '))
  if (appMembers.length > 0) reply.header('bestow-app-members', appMembers.join(' '))
}

/** The parameters that the API documents, and the members that tokens cannot send. */
const toTokenRequest = ({ query = [], request }: Operation) => {
  const tokenMembers = new Set(membersOf(request?.body?.schema))
  return {
    documented: new Set(query.map(({ name }) => name)),
    appMembers: membersOf(request?.appBody?.schema).filter((name) => !tokenMembers.has(name)),
  }
}

const membersOf = (schema?: TSchema): string[] =>
  Object.keys((schema as { properties?: object } | undefined)?.properties ?? {})

/** What a user must be to call an operation. */
export function requirementOf(operation: Operation): accounts.Requirement {
  const [response] = operation.responses
  return {
    role: requiredRole(operation),
    method: operation.method,
    mediaTypes: response?.shape === 'text' ? (response.mediaTypes ?? ['text/plain']) : undefined,
  }
}

function toUserGrant(
  user: accounts.SessionUser,
  { revealsAddresses }: Operation,
  { ip }: FastifyRequest,
): Grant {
  const { user_id: id, name, account_id, tier, stage, clock_offset_ms, role } = user
  return {
    ...{ account_id, tier, stage, clock_offset_ms, user },
    actor: { kind: 'user', id, name, address: ip },
    scopes: scopesByRole[role],
    mask: (text) => {
      const shown = revealsAddresses === true ? text : redactAddresses(text)
      return accounts.hidesAddresses(role) ? hideInJson(shown) : shown
    },
  }
}

const hideInJson = (text: string): string => JSON.stringify(hideAddresses(JSON.parse(text)))

/** A role is a set of scopes: those whose operations it may call. */
const scopesOf = (role: accounts.Role) =>
  scopeNames.filter((scope) =>
    accounts.isAllowedForRole(role, {
      role: roleByScope[scope],
      method: scope.endsWith(':read') ? 'GET' : 'POST',
    }),
  )
const scopesByRole = {
  admin: scopesOf('admin'),
  sender: scopesOf('sender'),
  packer: scopesOf('packer'),
  viewer: scopesOf('viewer'),
  developer: scopesOf('developer'),
}
