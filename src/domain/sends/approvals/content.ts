import type { TxContext } from '#platform/postgres/database'
import * as rowStore from '../bulk-send/row-store.ts'
import {
  type Approval,
  type ApprovalContent,
  contentContext,
  type SavedRow,
  savedRowTable,
} from './tables.ts'

export const encryptContent = (
  { deployment }: TxContext,
  id: string,
  content: ApprovalContent,
): Buffer => deployment.cipher.encrypt(JSON.stringify(content), contentContext(id))

/** Returns the content of an approval; undefined after it was deleted. */
export const decryptContent = (
  { deployment }: TxContext,
  { id, encrypted_content }: Pick<Approval, 'id' | 'encrypted_content'>,
): ApprovalContent | undefined =>
  encrypted_content === null
    ? undefined
    : JSON.parse(deployment.cipher.decrypt(encrypted_content, contentContext(id)))

/** Returns the rows after this line, in the order of their lines. */
export const listSavedRows = async (
  ctx: TxContext,
  bulk_send_id: string,
  page: { afterLine?: number; limit: number },
): Promise<SavedRow[]> =>
  (await rowStore.list(ctx, savedRowTable, bulk_send_id, page)).map(({ content }) => content)
