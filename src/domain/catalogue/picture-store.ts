import type { Work } from '#platform/postgres'

export interface Picture {
  name: string
  content_type: string
  content: Buffer
}

export const insert = (work: Work, { name, content_type, content }: Picture): Promise<unknown> =>
  work.query(
    `insert into catalogue.picture (account_id, name, content_type, content, made_at)
     values ($1, $2, $3, $4, $5) on conflict (account_id, name) do nothing`,
    [work.account_id, name, content_type, content, work.now],
  )

/** Several accounts may keep the same one: its name says what is in it. */
export async function find(work: Work, name: string): Promise<Omit<Picture, 'name'> | undefined> {
  const [picture] = await work.query<Omit<Picture, 'name'>>(
    'select content_type, content from catalogue.picture where name = $1 limit 1',
    [name],
  )
  return picture
}
