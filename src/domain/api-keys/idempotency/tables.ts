/** A response as it was sent. */
export interface StoredResponse {
  status: number
  content_type: string
  body: Buffer
}
