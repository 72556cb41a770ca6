export interface SavedView {
  id: string
  name: string
  /** The filters as the address of the list has them. */
  query: string
}
