import type { Role } from '#contract/permissions'

/** The settings of an account for its identity provider. */
export interface ProvisioningSettings {
  default_role: Role
  /** The active token without its text; null if there is none. */
  token: { last_four: string; created_at: Date; last_used_at: Date | null } | null
  group_roles: GroupRole[]
  /** Whether the people whom the identity provider manages become contacts. */
  makes_contacts: boolean
}

/** The role of the members of a group of the identity provider. */
export interface GroupRole {
  name: string
  role: Role
}

export interface ProvisioningRow {
  account_id: string
  default_role: Role
  makes_contacts: boolean
  token_hash: Buffer | null
  token_last_four: string | null
  token_created_at: Date | null
  token_last_used_at: Date | null
}

/** What an identity provider says about a person for their contact. `manager` is the id of a user, or their external id. */
type ProvisionedProfile = Partial<Record<'language' | 'country' | 'department' | 'manager', string>>

/** What an identity provider says about a user. */
export interface ProvisionedUserInput {
  user_name: string
  external_id: string | null
  given_name: string | null
  family_name: string | null
  name: string
  email: string
  is_active: boolean
  /** Stored only while people become contacts. */
  profile: ProvisionedProfile
}

/** A user of the account, as an identity provider sees it. */
export interface ProvisionedUser extends ProvisionedUserInput {
  id: string
  role: Role
  /** Whether an identity provider has created or changed the user. */
  is_managed: boolean
  /** Whether the role comes from a group. */
  has_group_role: boolean
  /** Null for a user who is not active. */
  person_id: string | null
  former_person_id: string | null
  created_at: Date
  updated_at: Date
  groups: { id: string; display_name: string }[]
}

export interface ProvisionedUserRow
  extends Pick<
    ProvisionedUserInput,
    'user_name' | 'external_id' | 'given_name' | 'family_name' | 'profile'
  > {
  account_id: string
  user_id: string
  user_name_key: string
  updated_at: Date
}

export interface ProvisionedGroup {
  id: string
  display_name: string
  external_id: string | null
  created_at: Date
  updated_at: Date
  members: { id: string; name: string }[]
}

export interface ProvisionedGroupRow extends Omit<ProvisionedGroup, 'members'> {
  account_id: string
  display_name_key: string
}

/** A user whose role follows the groups. */
export interface RoleChange {
  id: string
  name: string
  before: Role
  after: Role
}
