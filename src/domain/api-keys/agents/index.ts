/*
 * Agents: programs that speak for a person, over /mcp.
 *
 * - A *permission* is the switch of an API token: with it agents may send and cancel, up to a daily cap.
 * - A *confirmation* is the code between a preview and doing it, good for one use of one content.
 * - The *allowance* is what is left of the cap, counted over all tokens of the account.
 */
export {
  agentForbiddenMessage,
  type Confirmation,
  confirm,
  createConfirmation,
} from './confirmations.ts'
export {
  type DailyQuota,
  findDailyQuota,
  grantAgentAccess,
  listAgentPermissions,
  revokeAgentAccess,
} from './permissions.ts'
export type { AgentPermission } from './store.ts'
