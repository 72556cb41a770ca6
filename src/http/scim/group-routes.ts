import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as accounts from '#accounts'
import * as audit from '#audit'
import { followProvisionedUsers } from '#contacts'
import type { TxContext } from '#platform/postgres/database'
import { groupAttributes, parseFilter } from './filter.ts'
import { readGroup, readGroupPatch, toGroupResource } from './group-resource.ts'
import {
  isSelected,
  maxPageSize,
  readPage,
  readParameter,
  readSelection,
  selectAttributes,
  toListResponse,
} from './query.ts'
import type { ScimRoutes } from './routes.ts'
import { sendCreated } from './user-routes.ts'

interface ById {
  Params: { id: string }
}

const maxPageWithMembers = 20 // a group can have thousands of members

/** Registers the routes of groups. */
export function registerGroupRoutes(app: FastifyInstance, { base, read, write }: ScimRoutes): void {
  const render = (request: FastifyRequest, group: accounts.ProvisionedGroup) => {
    const selection = readSelection(request)
    const hasMembers = isSelected(selection, 'members')
    return selectAttributes(toGroupResource(group, base(), { hasMembers }), selection)
  }
  const find = (ctx: TxContext, request: FastifyRequest, id: string) =>
    accounts.getProvisionedGroup(ctx, id, isSelected(readSelection(request), 'members'))
  const change = async (request: FastifyRequest<ById>, input: accounts.GroupChange) =>
    write(request, async (ctx) => {
      const { id } = request.params
      const changed = await accounts.changeProvisionedGroup(ctx, id, input)
      await follow(ctx, 'group.update', changed, input)
      return render(request, await find(ctx, request, id))
    })

  app.get('/Groups', async (request) => {
    const filter = parseFilter(readParameter(request, 'filter'), groupAttributes)
    const hasMembers = isSelected(readSelection(request), 'members')
    const page = readPage(request, hasMembers ? maxPageWithMembers : maxPageSize)
    const { startIndex, ...range } = page
    const { total, data } = await read(request, (ctx) =>
      accounts.listProvisionedGroups(ctx, filter, { ...range, hasMembers }),
    )
    return toListResponse(
      data.map((group) => render(request, group)),
      { total, startIndex },
    )
  })

  app.get<ById>('/Groups/:id', async (request) =>
    render(request, await read(request, (ctx) => find(ctx, request, request.params.id))),
  )

  app.post('/Groups', async (request, reply) => {
    const input = readGroup(request.body)
    const group = await write(request, async (ctx) => {
      const created = await accounts.createProvisionedGroup(ctx, input)
      await follow(ctx, 'group.create', created, input)
      return find(ctx, request, created.group.id)
    })
    return sendCreated(reply, `${base()}/Groups/${group.id}`, render(request, group))
  })

  app.put<ById>('/Groups/:id', async (request) => change(request, readGroup(request.body)))
  app.patch<ById>('/Groups/:id', async (request) => change(request, readGroupPatch(request.body)))

  app.delete<ById>('/Groups/:id', async (request, reply) => {
    await write(request, async (ctx) => {
      const removed = await accounts.removeProvisionedGroup(ctx, request.params.id)
      await follow(ctx, 'group.delete', removed)
    })
    return reply.code(204).send()
  })
}

/** Records a change and the roles that follow it. Adds the group to the contacts of the people whom the request names. */
async function follow(
  ctx: TxContext,
  action: 'group.create' | 'group.update' | 'group.delete',
  { group, role_changes }: Awaited<ReturnType<typeof accounts.changeProvisionedGroup>>,
  { members }: Pick<accounts.GroupChange, 'members'> = { members: [] },
): Promise<void> {
  const subject = { kind: 'group', id: group.id, name: group.display_name }
  audit.recordEntry(ctx, { action, subject })
  for (const { id: user_id, name, before, after } of role_changes)
    audit.recordEntry(ctx, {
      action: 'user.change_role',
      subject: { kind: 'user', id: user_id, name },
      details: { before: { role: before }, after: { role: after } },
    })
  const added = members.flatMap(({ kind, ids = [] }) => (kind === 'remove' ? [] : ids))
  if (added.length > 0)
    await followProvisionedUsers(ctx, await accounts.findProvisionedUsers(ctx, added))
}
