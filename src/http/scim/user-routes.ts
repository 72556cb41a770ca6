import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as accounts from '#accounts'
import * as apiKeys from '#api-keys'
import * as audit from '#audit'
import { endProvisionedUsers, followProvisionedUsers } from '#contacts'
import { pickChanged } from '#platform/lib/changed-members'
import type { TxContext } from '#platform/postgres/database'
import { parseFilter, userAttributes } from './filter.ts'
import {
  maxPageSize,
  readPage,
  readParameter,
  readSelection,
  selectAttributes,
  toListResponse,
} from './query.ts'
import type { ScimRoutes } from './routes.ts'
import { patchUser, readUser, toUserResource } from './user-resource.ts'

interface ById {
  Params: { id: string }
}

/** Registers the routes of users. */
export function registerUserRoutes(app: FastifyInstance, { base, read, write }: ScimRoutes): void {
  const render = (request: FastifyRequest, user: accounts.ProvisionedUser) =>
    selectAttributes(toUserResource(user, base()), readSelection(request))
  const change = async (
    request: FastifyRequest<ById>,
    toInput: (before: accounts.ProvisionedUser) => accounts.ProvisionedUserInput,
  ) =>
    write(request, async (ctx) => {
      const changed = await accounts.changeProvisionedUser(ctx, request.params.id, toInput)
      await followChange(ctx, changed)
      return render(request, changed.user)
    })

  app.get('/Users', async (request) => {
    const filter = parseFilter(readParameter(request, 'filter'), userAttributes)
    const { startIndex, ...range } = readPage(request, maxPageSize)
    const { total, data } = await read(request, (ctx) =>
      accounts.listProvisionedUsers(ctx, filter, range),
    )
    return toListResponse(
      data.map((user) => render(request, user)),
      { total, startIndex },
    )
  })

  app.get<ById>('/Users/:id', async (request) => {
    const user = await read(request, (ctx) => accounts.getProvisionedUser(ctx, request.params.id))
    return render(request, user)
  })

  app.post('/Users', async (request, reply) => {
    const input = readUser(request.body)
    const user = await write(request, async (ctx) => {
      const created = await accounts.createProvisionedUser(ctx, input)
      await followCreation(ctx, created)
      return created.user
    })
    return sendCreated(reply, `${base()}/Users/${user.id}`, render(request, user))
  })

  app.put<ById>('/Users/:id', (request) =>
    change(request, (before) => readUser(request.body, before)),
  )

  app.patch<ById>('/Users/:id', (request) =>
    change(request, (before) => patchUser(before, request.body)),
  )

  app.delete<ById>('/Users/:id', async (request, reply) => {
    await write(request, async (ctx) => {
      const user = await accounts.removeProvisionedUser(ctx, request.params.id)
      await recordEnd(ctx, 'user.remove', user)
    })
    return reply.code(204).send()
  })
}

/** Sends a created resource with its address. */
export const sendCreated = (reply: FastifyReply, location: string, resource: object) =>
  reply.code(201).header('location', location).send(resource)

const toSubject = ({ id, name }: accounts.ProvisionedUser) => ({ kind: 'user', id, name })

/** Records a creation, and makes a contact of the user. */
async function followCreation(
  ctx: TxContext,
  { user, before }: Awaited<ReturnType<typeof accounts.createProvisionedUser>>,
): Promise<void> {
  if (before !== undefined) return followChange(ctx, { before, user })
  const details = { role: user.role, user_name: user.user_name }
  audit.recordEntry(ctx, { action: 'user.create', subject: toSubject(user), details })
  if (!user.is_active) await recordEnd(ctx, 'user.deactivate', user)
  await followProvisionedUsers(ctx, [user])
}

/** Records a change, and applies it to the contact of the user. */
async function followChange(
  ctx: TxContext,
  { before, user }: { before: accounts.ProvisionedUser; user: accounts.ProvisionedUser },
): Promise<void> {
  const details = pickChanged(before, user, ['user_name', 'external_id', 'name', 'email'])
  const subject = toSubject(user)
  if (Object.keys(details.after).length > 0 || !before.is_managed)
    audit.recordEntry(ctx, { action: 'user.change', subject, details })
  if (before.is_active && !user.is_active) await recordEnd(ctx, 'user.deactivate', user)
  if (!before.is_active && user.is_active)
    audit.recordEntry(ctx, { action: 'user.reactivate', subject, details: { role: user.role } })
  await followProvisionedUsers(ctx, [user])
}

/** Ends the access of the apps of a user whose membership has ended, and their contact, and records the end. */
async function recordEnd(
  ctx: TxContext,
  action: 'user.deactivate' | 'user.remove',
  user: accounts.ProvisionedUser,
): Promise<void> {
  await endProvisionedUsers(ctx, [user])
  const revoked_apps = await apiKeys.revokeAppsOfUser(ctx, user.id)
  const details = { before: { role: user.role }, ...(revoked_apps > 0 && { revoked_apps }) }
  audit.recordEntry(ctx, { action, subject: toSubject(user), details })
}
