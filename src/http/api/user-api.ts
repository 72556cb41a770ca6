import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import * as accounts from '#accounts'
import { ApiError, findVersion, getNewestVersion } from '#contract'
import { type Operation, requiredPermission } from '#contract/operation'
import { scopeNames } from '#contract/scopes'
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
 * The operations of the public API for signed-in users. The web app calls them with its session, in the
 * newest version. Users and tokens share the same handlers. A user also gets the app members, and does not
 * see the data that the role hides.
 */

/** Checks the session, the permission and the origin of a request, and counts the request. */
export type AuthorizeUser = (
  request: FastifyRequest,
  reply: FastifyReply,
  requirement: accounts.Requirement,
) => Promise<AuthorizedUser>

interface AuthorizedUser {
  user: accounts.SessionUser
  /**
   * Adds requests to the user's count. It works like `charge` of a request, and `chargeCost` works like the
   * method with the same name.
   */
  charge(weight: number): Promise<void>
  chargeCost(cost: ResponseCost): Promise<number>
}

/** Creates a plugin for the server. The caller registers it with the prefix of the web app. */
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

/**
 * Returns whether users can call an operation. The operation of the API root is excluded: it names the
 * service for clients with a token.
 */
export const isForUsers = ({ isForTokensOnly, isVersionOptional }: Operation): boolean =>
  isForTokensOnly !== true && isVersionOptional !== true

/**
 * Sets headers that name the operation, and the parameters and members of the request that tokens cannot use.
 * With these headers, the web app builds the same request for a token.
 */
function nameOperation(
  id: string,
  { documented, appMembers }: ReturnType<typeof toTokenRequest>,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  reply.header('bestow-operation', id)
  const parameters = Object.keys(request.query as object).map((name) => name.split('[')[0] ?? '')
  // A query can contain characters that are not allowed in a header, so the code filters the names.
  const appOnly = parameters.filter((name) => /^\w+$/.test(name) && !documented.has(name))
  if (appOnly.length > 0) reply.header('bestow-app-parameters', appOnly.join(' '))
  if (appMembers.length > 0) reply.header('bestow-app-members', appMembers.join(' '))
}

/** Returns the parameters that the API documents, and the members of the body that tokens cannot send. */
const toTokenRequest = ({ query = [], request }: Operation) => {
  const tokenMembers = new Set(membersOf(request?.body?.schema))
  return {
    documented: new Set(query.map(({ name }) => name)),
    appMembers: membersOf(request?.appBody?.schema).filter((name) => !tokenMembers.has(name)),
  }
}

const membersOf = (schema?: TSchema): string[] =>
  Object.keys((schema as { properties?: object } | undefined)?.properties ?? {})

/** Returns the requirements for a user who calls an operation: the permission, the method and the media types. */
export function requirementOf(operation: Operation): accounts.Requirement {
  const [response] = operation.responses
  return {
    permission: requiredPermission(operation),
    method: operation.method,
    mediaTypes: response?.shape === 'text' ? (response.mediaTypes ?? ['text/plain']) : undefined,
  }
}

function toUserGrant(
  user: accounts.SessionUser,
  { revealsAddresses }: Operation,
  { ip }: FastifyRequest,
): Grant {
  const { user_id: id, name, account_id, tier, stage, clock_offset_ms } = user
  return {
    ...{ account_id, tier, stage, clock_offset_ms, user },
    actor: { kind: 'user', id, name, address: ip },
    scopes: scopeNames.filter((scope) => accounts.can(user, scope)),
    mask: (text) => {
      const shown = revealsAddresses === true ? text : redactAddresses(text)
      return accounts.hidesAddresses(user) ? hideInJson(shown) : shown
    },
  }
}

const hideInJson = (text: string): string => JSON.stringify(hideAddresses(JSON.parse(text)))
