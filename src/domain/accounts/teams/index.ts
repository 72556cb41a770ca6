/**
 * The teams of an account. A user can belong to several.
 *
 * - A *team* has its own cost centre, purchase order number and budget, which its gifts take where the send and the campaign
 *   have none.
 * - A *suspended* team gets no new gifts. Its gifts of before go on.
 * - A campaign can be limited to teams; `#gifting` checks it.
 */
export {
  type CostSettingsUpdate,
  normalizeCostSettings,
  validateCostSettings,
} from './cost-settings.ts'
export {
  type Budget,
  budgetSql,
  type CostDefaults,
  type SendingTeam,
  type Team,
  toBudgetColumns,
} from './tables.ts'
export {
  changeTeam,
  createTeam,
  findCostDefaults,
  findTeamsById,
  findTeamsOfUser,
  listTeams,
  rememberTeam,
  type TeamChange,
  updateCostDefaults,
} from './teams.ts'
