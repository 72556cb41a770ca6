/*
 * Agents: programs that act for a user, over /mcp.
 *
 * - An *agent* is an API token, or the consent (grant) of an access token.
 * - A *permission* of an agent allows it to send, change and cancel gifts, up to a daily cap.
 * - A *confirmation* is the code between preview and execution. A code is valid once, for what was shown.
 * - The *quota* is the unused part of the cap, over all tokens of the account.
 */
export {
  agentForbiddenMessage,
  type Confirmation,
  confirm,
  createConfirmation,
  PreviewChangedError,
  type PreviewParts,
} from './confirmations.ts'
export {
  type DailyQuota,
  defaultDailyCap,
  findDailyQuota,
  grantAgentAccess,
  listAgentPermissions,
  revokeAgentAccess,
} from './permissions.ts'
export type { AgentPermission } from './store.ts'
