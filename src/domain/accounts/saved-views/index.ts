/** Saved views: named filters of a list, for one user or shared with the account. */
export {
  deleteSavedView,
  eraseViewsAbout,
  listSavedViews,
  listViewsAbout,
  saveView,
} from './saved-views.ts'
export type { ListedView } from './tables.ts'
