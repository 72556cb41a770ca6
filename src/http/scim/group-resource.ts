import type * as accounts from '#accounts'
import { scimError } from './errors.ts'
import { parseComparisons, toAttributeName } from './filter.ts'
import { type PatchOperation, readOperations } from './patch.ts'
import { isObject, toList, toText } from './values.ts'

export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group'

/** Renders a group, with its members unless the client does not want them. */
export const toGroupResource = (
  group: accounts.ProvisionedGroup,
  base: string,
  { hasMembers }: { hasMembers: boolean },
) => ({
  schemas: [groupSchema],
  id: group.id,
  ...(group.external_id !== null && { externalId: group.external_id }),
  displayName: group.display_name,
  ...(hasMembers && {
    members: group.members.map(({ id, name }) => ({
      value: id,
      $ref: `${base}/Users/${id}`,
      display: name,
      type: 'User',
    })),
  }),
  meta: {
    resourceType: 'Group',
    created: group.created_at.toISOString(),
    lastModified: group.updated_at.toISOString(),
    location: `${base}/Groups/${group.id}`,
  },
})

/** Reads a new group, or the replacement of a group. */
export function readGroup(body: unknown): accounts.GroupChange {
  if (!isObject(body)) throw scimError('invalidSyntax', 'The body must be an object.')
  const change = toChange(
    Object.entries(body).map(([path, value]) => ({ op: 'replace', path, value })),
  )
  if (change.display_name === undefined) throw scimError('invalidValue', 'displayName is required.')
  const members =
    change.members.length > 0 ? change.members : [{ kind: 'replace' as const, ids: [] }]
  return { external_id: null, ...change, members }
}

/** Reads the operations of a PATCH in their order, because a later one can undo an earlier one. */
export const readGroupPatch = (body: unknown): accounts.GroupChange =>
  toChange(readOperations(body))

function toChange(operations: readonly PatchOperation[]): accounts.GroupChange {
  const change: accounts.GroupChange & { members: accounts.MembersChange[] } = { members: [] }
  for (const { op, path, value } of operations) {
    const name = toAttributeName(path)
    if (name === 'displayname')
      change.display_name = toText(op === 'remove' ? null : value, path) ?? ''
    if (name === 'externalid') change.external_id = toText(op === 'remove' ? null : value, path)
    if (name === 'members' || name.startsWith('members['))
      addMembersChange(change.members, toMembersChange({ op, path, value }))
  }
  return change
}

function toMembersChange({ op, path, value }: PatchOperation): accounts.MembersChange {
  const filter = /^[^[]*\[(.*)\]$/.exec(path)?.[1]
  if (filter !== undefined) {
    if (op !== 'remove')
      throw scimError('invalidPath', 'Only removals can select members with a filter.')
    return { kind: 'remove', ids: parseComparisons(filter).flatMap((each) => each.map(toMemberId)) }
  }
  if (op === 'remove' && value === undefined) return { kind: 'remove' }
  return { kind: op, ids: toList(value).map((each) => readMemberId(each)) }
}

function toMemberId({
  attribute,
  comparator,
  value,
  isNegated,
}: ReturnType<typeof parseComparisons>[number][number]) {
  if (attribute !== 'value' || comparator !== 'eq' || isNegated)
    throw scimError('invalidPath', 'Select members with value eq and their id.')
  return String(value)
}

const readMemberId = (member: unknown): string =>
  toText(isObject(member) ? member.value : member, 'members.value') ?? ''

/** Joins consecutive changes of one kind, so that a thousand operations become few statements. */
function addMembersChange(changes: accounts.MembersChange[], change: accounts.MembersChange): void {
  const last = changes.at(-1)
  const isSame = last?.kind === change.kind && change.kind !== 'replace'
  if (isSame && last?.ids !== undefined && change.ids !== undefined)
    changes[changes.length - 1] = { kind: change.kind, ids: [...last.ids, ...change.ids] }
  else changes.push(change)
}
