import type { TxContext } from '#platform/postgres/database'
import * as store from './store.ts'

/** From now on the recipient of this gift request is written to in the language they chose. Does not wait. */
export const setRecipientLocale = (
  ctx: TxContext,
  gift: { account_id: string; id: string },
  locale: string,
): void => store.saveRecipientLocale(ctx, gift, locale)

/** Somebody else may claim it next. Does not wait. */
export const clearRecipientLocale = (
  ctx: TxContext,
  gift: { account_id: string; id: string },
): void => store.deleteRecipientLocales(ctx, gift.account_id, [gift.id])
