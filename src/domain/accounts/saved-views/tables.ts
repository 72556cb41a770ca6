export interface SavedView {
  id: string
  name: string
  /** The filters as the query string of the list. */
  query: string
  /** Whether all users of the account see the view. */
  is_shared: boolean
}

export interface ListedView extends SavedView {
  /** Whether the reader saved the view. */
  is_own: boolean
}
