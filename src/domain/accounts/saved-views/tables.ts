export interface SavedView {
  id: string
  name: string
  /** The filters as the query string of the list. */
  query: string
}
