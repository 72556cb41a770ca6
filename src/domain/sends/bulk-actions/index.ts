/** Actions of users on many gift requests, see `tables.ts`. */

export {
  dueBulkActions,
  processBulkActions,
  purgeBulkActions,
} from './bulk-action-loop.ts'
export {
  browseBulkActions,
  countByReason,
  findBulkAction,
  listRecentlyEnded,
  listRejectedGifts,
} from './read.ts'
export { startBulkAction, undoBlocker, undoBulkAction } from './start.ts'
export { stopBulkAction } from './stop.ts'
export type { BulkActionKind, ListedBulkAction } from './tables.ts'
export * as userActions from './user-actions.ts'
