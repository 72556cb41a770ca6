import { type FieldError, orNotFound, throwIfAny } from '#contract'
import { parseName } from '#contract/display-name'
import { isId, newId } from '#platform/lib/ids'
import { lockUntilEnd } from '#platform/postgres/advisory-lock'
import type { TxContext } from '#platform/postgres/database'
import { insertRow, updateRows } from '#platform/postgres/table'
import {
  type CostSettingsUpdate,
  normalizeCostSettings,
  validateCostSettings,
} from './cost-settings.ts'
import * as store from './store.ts'
import { type CostDefaults, type SendingTeam, type Team, toBudgetColumns } from './tables.ts'

const maxTeams = 500
const maxMembers = 1_000

/** The members of a team that change. `member_ids` replaces all members. */
export interface TeamChange extends CostSettingsUpdate {
  name?: string
  lead_id?: string | null
  member_ids?: readonly string[]
  is_suspended?: boolean
}

/** Returns the teams of the account, by name. */
export const listTeams = (ctx: TxContext): Promise<Team[]> => store.list(ctx)

/** Returns the teams with these ids. Ids that belong to no team are absent. */
export async function findTeamsById(
  ctx: TxContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, SendingTeam>> {
  const wanted = [...new Set(ids)].filter(isId)
  const found = wanted.length === 0 ? [] : await store.findByIds(ctx, wanted)
  return new Map(found.map((team) => [team.id, team]))
}

/** Returns the teams for which a user sends, the one of the last send first. Includes suspended ones. */
export const findTeamsOfUser = (ctx: TxContext, user_id: string): Promise<SendingTeam[]> =>
  store.findByUser(ctx, user_id)

/** Remembers for which of several teams a user sends. */
export const rememberTeam = store.markSent

export const findCostDefaults = async (ctx: TxContext): Promise<CostDefaults> =>
  orNotFound(await store.findCostDefaults(ctx))

/** Changes the values that gift requests take from the account. Throws the errors of the texts. */
export async function updateCostDefaults(
  ctx: TxContext,
  change: Omit<CostSettingsUpdate, 'budget'>,
): Promise<{ before: CostDefaults; after: CostDefaults }> {
  const before = await findCostDefaults(ctx)
  const columns = normalizeCostSettings(change)
  throwIfAny(validateCostSettings(columns))
  await updateRows(ctx, 'access.account', { id: ctx.account_id }, columns)
  return { before, after: { ...before, ...columns } }
}

/** Creates a team. Throws if the account has a team with this name, or a member is no user of the account. */
export async function createTeam(
  ctx: TxContext,
  change: TeamChange & { name: string },
): Promise<Team> {
  await lockTeams(ctx)
  const { account_id, now: created_at } = ctx
  const id = newId(ctx.now)
  if ((await store.list(ctx)).length >= maxTeams)
    reject('too_many', 'name', `cannot be added: an account may have ${maxTeams} teams`)
  const columns = await toColumns(ctx, id, change)
  await insertRow(ctx, 'access.team', { account_id, id, created_at, ...columns })
  await updateRows(ctx, 'access.account', { id: account_id }, { has_teams: true })
  return applyMembers(ctx, id, change)
}

/** Changes a team. Returns it before and after the change. Throws `not_found` for an unknown id. */
export async function changeTeam(
  ctx: TxContext,
  id: string,
  change: TeamChange,
): Promise<{ before: Team; after: Team }> {
  await lockTeams(ctx)
  const before = orNotFound(isId(id) ? await store.find(ctx, id) : undefined)
  const columns = await toColumns(ctx, before.id, change, before)
  if (Object.keys(columns).length > 0)
    await updateRows(ctx, 'access.team', { account_id: ctx.account_id, id: before.id }, columns)
  return { before, after: await applyMembers(ctx, before.id, change) }
}

const lockTeams = (ctx: TxContext): Promise<void> => lockUntilEnd(ctx, `teams ${ctx.account_id}`)

async function toColumns(ctx: TxContext, id: string, change: TeamChange, before?: Team) {
  const { name, is_suspended } = change
  const { budget, ...costs } = normalizeCostSettings(change)
  throwIfAny(validateCostSettings({ ...costs, ...(budget !== undefined && { budget }) }))
  return {
    ...(name !== undefined && (await parseTeamName(ctx, id, name))),
    ...(is_suspended !== undefined && {
      suspended_at: is_suspended ? (before?.suspended_at ?? ctx.now) : null,
    }),
    ...costs,
    ...toBudgetColumns(budget),
  }
}

async function parseTeamName(ctx: TxContext, id: string, text: string) {
  const name = parseName(text)
  const name_key = name.toLowerCase()
  const known = (await store.list(ctx)).find((team) => team.name.toLowerCase() === name_key)
  if (known !== undefined && known.id !== id)
    reject('not_allowed', 'name', 'is the name of another team; choose another')
  return { name, name_key }
}

async function applyMembers(
  ctx: TxContext,
  id: string,
  { member_ids, lead_id }: TeamChange,
): Promise<Team> {
  if (member_ids !== undefined) {
    const ids = [...new Set(member_ids)]
    if (ids.length > maxMembers)
      reject('too_many', 'member_ids', `must have at most ${maxMembers} users`)
    const found = ids.every(isId) ? await store.replaceMembers(ctx, id, ids) : -1
    if (found !== ids.length)
      reject('invalid_reference', 'member_ids', 'must be users of this account')
  }
  const team = orNotFound(await store.find(ctx, id))
  const isMember = (user_id: string | null) => team.members.some((each) => each.id === user_id)
  if (lead_id != null && !isMember(lead_id))
    reject('invalid_reference', 'lead_id', 'must be a member of the team')
  const wanted = lead_id ?? (lead_id === undefined && isMember(team.lead_id) ? team.lead_id : null)
  if (wanted !== team.lead_id)
    await updateRows(ctx, 'access.team', { account_id: ctx.account_id, id }, { lead_id: wanted })
  return { ...team, lead_id: wanted }
}

const reject = (code: FieldError['code'], param: string, message: string): void =>
  throwIfAny([{ code, param, message }])
