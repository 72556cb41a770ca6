import { toEmailKey } from '#contract'

/** A comparison of one member with a value. */
export interface FilterTerm<Member extends string> {
  member: Member
  comparator: Comparator
  value: string | boolean
  isNegated: boolean
}

export type Comparator = 'eq' | 'ne' | 'co' | 'sw' | 'ew' | 'pr'

/** Alternatives, each of which is a list of terms that must all be true. */
export type ProvisioningFilter<Member extends string> = readonly (readonly FilterTerm<Member>[])[]

/** The SQL of each member that a filter can name. Texts are compared without case, except ids. */
// biome-ignore format: read down the columns
export const userMembers = {
  id:          { sql: 'u.id::text',                                   normalize: (value: string) => value },
  external_id: { sql: 's.external_id',                                normalize: (value: string) => value },
  user_name:   { sql: 'coalesce(s.user_name_key, u.email_key)',       normalize: toEmailKey },
  email:       { sql: 'lower(u.email)',                               normalize: (value: string) => value.toLowerCase() },
  name:        { sql: 'lower(u.name)',                                normalize: (value: string) => value.toLowerCase() },
  given_name:  { sql: 'lower(s.given_name)',                          normalize: (value: string) => value.toLowerCase() },
  family_name: { sql: 'lower(s.family_name)',                         normalize: (value: string) => value.toLowerCase() },
  is_active:   { sql: "case when u.removed_at is null then 'true' else 'false' end", normalize: (value: string) => value.toLowerCase() },
} as const satisfies Members

// biome-ignore format: read down the columns
export const groupMembers = {
  id:           { sql: 'g.id::text',          normalize: (value: string) => value },
  external_id:  { sql: 'g.external_id',       normalize: (value: string) => value },
  display_name: { sql: 'g.display_name_key',  normalize: (value: string) => value.toLowerCase() },
  member:       { sql: '(select m.user_id::text from access.provisioned_group_member m where m.account_id = g.account_id and m.group_id = g.id and m.user_id::text = $value)', normalize: (value: string) => value },
} as const satisfies Members

type Members = Readonly<Record<string, { sql: string; normalize: (value: string) => string }>>

export type UserMember = keyof typeof userMembers
export type GroupMember = keyof typeof groupMembers

/** Builds the condition of a filter. Values are parameters; the SQL of members is constant. */
export function buildCondition<Member extends string>(
  members: Readonly<Record<Member, { sql: string; normalize: (value: string) => string }>>,
  filter: ProvisioningFilter<Member>,
  bind: (value: unknown) => string,
): string {
  if (filter.length === 0) return 'true'
  const alternatives = filter.map((terms) =>
    terms
      .map(({ member, comparator, value, isNegated }) => {
        const { sql, normalize } = members[member]
        const parameter = comparator === 'pr' ? "''" : `${bind(normalize(String(value)))}::text`
        const condition = comparisons[comparator](sql.replace('$value', parameter), parameter)
        return `${isNegated ? 'not ' : ''}coalesce(${condition}, false)`
      })
      .join(' and '),
  )
  return `(${alternatives.map((each) => `(${each})`).join(' or ')})`
}

// biome-ignore format: read down the columns
const comparisons: Readonly<Record<Comparator, (sql: string, value: string) => string>> = {
  eq: (sql, value) => `${sql} = ${value}`,
  ne: (sql, value) => `${sql} is distinct from ${value}`,
  co: (sql, value) => `strpos(${sql}, ${value}) > 0`,
  sw: (sql, value) => `starts_with(${sql}, ${value})`,
  ew: (sql, value) => `right(${sql}, length(${value})) = ${value}`,
  pr: (sql) => `${sql} is not null`,
}
