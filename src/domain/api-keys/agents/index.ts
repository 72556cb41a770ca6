/*
 * Agents: programs that act for a user, over /mcp.
 *
 * - A *permission* of an API token allows agents to send and cancel gifts, up to a daily cap.
 * - A *confirmation* is the code between preview and execution. A code is valid once, for one content.
 * - The *quota* is the unused part of the cap, over all tokens of the account.
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
