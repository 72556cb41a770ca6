import * as accounts from '#accounts'
import type * as campaigns from '#campaigns'
import type { FieldError } from '#contract'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'

/** Who sends a gift, and what the send names instead of the values of its campaign, team and account. */
export interface SendingParty {
  /** The user who sends, also through an agent; undefined for a token or a timer, which belong to no team. */
  user_id?: string | undefined
  /** Of a user with several teams: the one that this gift is for. Without a user: the team of the token, or of an old gift. */
  team_id?: string | undefined
  cost_centre?: string | undefined
  purchase_order_number?: string | undefined
}

/** The team of a gift, and why the party may not send it. */
export interface TeamTerms {
  team: accounts.SendingTeam | null
  refusal?: FieldError & { code: 'not_allowed' }
}

type Terms = Pick<
  campaigns.SendableCampaign,
  'id' | 'name' | 'cost_centre' | 'purchase_order_number' | 'team_ids' | 'defaults'
>

/** Returns who sends in this transaction. An app of OAuth sends for the user who has authorized it. */
export const actingParty = ({ actor }: TxContext): SendingParty => ({
  user_id: actor.kind === 'user' ? actor.id : actor.user_id,
  team_id: actor.team_id,
})

/**
 * Adds the team to the terms of a gift, and what the gift is charged to: as the send says, or else the campaign, the team or the
 * account. Without teams in the account, there is no statement.
 */
export async function withTeam<Campaign extends Omit<Terms, 'id' | 'name'>>(
  ctx: TxContext,
  campaign: Campaign & Partial<Record<'id' | 'name', string | null>>,
  party: SendingParty,
): Promise<Campaign & TeamTerms> {
  const { defaults } = campaign
  const { team, refusal } = defaults.has_teams
    ? await chooseTeam(ctx, campaign, party)
    : party.team_id === undefined
      ? noTeam
      : refuse('team_id', unknownTeam)
  const pick = (name: 'cost_centre' | 'purchase_order_number') =>
    party[name]?.trim() || campaign[name] || team?.[name] || defaults[name]
  return {
    ...campaign,
    cost_centre: pick('cost_centre'),
    purchase_order_number: pick('purchase_order_number'),
    team,
    ...(refusal && { refusal }),
  }
}

const noTeam: TeamTerms = { team: null }
const unknownTeam = 'names no team of the user'
const refuse = (param: string, message: string): TeamTerms => ({
  team: null,
  refusal: { code: 'not_allowed', param, message },
})

async function chooseTeam(
  ctx: TxContext,
  campaign: { team_ids: readonly string[]; name?: string | null },
  { user_id, team_id }: SendingParty,
): Promise<TeamTerms> {
  if (user_id === undefined && team_id === undefined) return noTeam
  const teams = await findTeams(ctx, { user_id, team_id })
  const named = team_id === undefined ? teams : teams.filter(({ id }) => id === team_id)
  if (team_id !== undefined && named.length === 0) return refuse('team_id', unknownTeam)
  const { team_ids } = campaign
  const allowed = named.filter(({ id }) => team_ids.length === 0 || team_ids.includes(id))
  if (team_ids.length > 0 && allowed.length === 0)
    return refuse('campaign_id', await describeLimit(ctx, campaign.name, team_ids))
  const team = allowed.find(({ suspended_at }) => suspended_at === null)
  const [suspended] = allowed
  if (team === undefined && suspended !== undefined)
    return refuse(
      'team_id',
      `is of “${suspended.name}”, which is suspended; an admin can resume it`,
    )
  return { team: team ?? null }
}

/** Returns the teams for which the party may send. The first is that of the last send. Reads them once in a transaction. */
async function findTeams(
  ctx: TxContext,
  { user_id, team_id }: Pick<SendingParty, 'user_id' | 'team_id'>,
): Promise<readonly accounts.SendingTeam[]> {
  const key = `teams ${user_id ?? team_id}`
  const known = ctx.memo.get(key) as Promise<readonly accounts.SendingTeam[]> | undefined
  if (known !== undefined) return known
  const found =
    user_id === undefined
      ? accounts.findTeamsById(ctx, [team_id ?? '']).then((teams) => [...teams.values()])
      : isId(user_id)
        ? accounts.findTeamsOfUser(ctx, user_id)
        : Promise.resolve([])
  ctx.memo.set(key, found)
  return found
}

async function describeLimit(
  ctx: TxContext,
  name: string | null | undefined,
  team_ids: readonly string[],
): Promise<string> {
  const teams = await accounts.findTeamsById(ctx, team_ids)
  const names = [...teams.values()].map((team) => `“${team.name}”`).join(', ')
  return `names “${name}”, which only these teams may send: ${names}; send for one of them, or choose another campaign`
}
