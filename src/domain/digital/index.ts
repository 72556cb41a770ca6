/**
 * Digital gifts: what a digital variant contains, and which gift got which code.
 *
 * - content   how a digital variant is delivered: a code, a link or a file
 * - code      a secret text of an import, such as a voucher code; a link for one gift is a code, too
 * - item      one unit of a digital line item of a gift request
 * - waiting   an item that needs a code and has none yet
 * - supplier  a service that sells codes: a connection of the port `code_supplier`
 * - source    a supplier of a variant, with the product, its value and the price ceiling
 * - purchase  the order of one code at a supplier for one item
 * - reconciliation  the daily comparison of purchases with the orders that a supplier lists
 * - difference      what such a comparison finds
 * - reveal    the recipient's request to see the content of an item; recorded once
 *
 * Codes, PINs, links and files are encrypted one by one. Only the page of the gift shows them, to a visitor with a
 * recipient proof. Users of an account see the last characters of a code. A transaction locks the gift request first,
 * then stock, then codes, then purchases.
 *
 * Codes are rows and not stock levels, which do not say which gift has which code. They are not in emails, which are
 * forwarded, archived and scanned.
 */

export type { CodeState } from './codes/code-store.ts'
export {
  type CodeSource,
  fromList,
  fromRows,
  fromText,
  type ImportOptions,
  type ImportResult,
  importCodes,
  type NewCode,
} from './codes/import-codes.ts'
export { listImports, revokeImport } from './codes/import-history.ts'
export { type CodeQuery, type ListedCode, listCodes, revokeFreeCode } from './codes/list-codes.ts'
export {
  type CodeFormat,
  getReadOptions as getCodeReadOptions,
  importLimits,
  toRows as toCodeRows,
} from './codes/parse-codes.ts'
export { type DeliveryInput, saveDeliveries, saveSettings } from './contents/contents.ts'
export { findFile, maxFileBytes, readFile, saveFile } from './contents/files.ts'
export { createDemoContents } from './demo-contents.ts'
export { type ContentSummary, describeContents } from './describe-contents.ts'
export { encryptedColumns } from './encrypted-columns.ts'
export {
  countDownload,
  eraseItems,
  releaseCodes,
  replaceCode,
  reveal,
} from './items/change-items.ts'
export {
  accountsWithWaiting,
  countWaiting,
  fillWaiting,
  findAvailable,
  findRetryableGifts,
  findServableGifts,
  type GiftLine,
  giveAll,
  giveAvailable,
  retryPurchases,
} from './items/give.ts'
export {
  findItems,
  findItemsForAdmin,
  findRevealedContents,
  type GivenItem,
  type ItemContent,
} from './items/read-items.ts'
export { alertLowCodes, findLowCodes, type LowVariant, listLowVariants } from './low-stock.ts'
export {
  openSupplier,
  type PurchaseSupplier,
  requestPurchase,
} from './purchases/request-purchase.ts'
export { deferPurchase, settlePurchase } from './purchases/settle-purchase.ts'
export {
  createReconciliationLoop,
  runDueReconciliation,
} from './reconciliation/reconcile.ts'
export {
  acceptDifferences,
  findNeedy as findNeedySuppliers,
  listReconciliations,
  type ReconciliationState,
  requestReconciliation,
} from './reconciliation/reconciliations.ts'
export {
  type BalanceResult,
  type BoughtCode,
  type CodeOrder,
  type CodeSupplier,
  type CodeSupplierConnector,
  defineCodeSupplier,
  type ListedOrder,
  type Money,
  type OrderListResult,
  type OrderPeriod,
  type OrderResult,
  type ProductQuery,
  type ProductResult,
  type SupplierProduct,
} from './suppliers/code-supplier.ts'
export {
  collectOrders,
  isAboutFunds,
  type OrderPage,
  readOrderReply,
  toListedOrder,
} from './suppliers/order-replies.ts'
export {
  claim as claimPurchases,
  duePurchases,
  list as listPurchases,
} from './suppliers/purchase-store.ts'
export { findStopped as findStoppedSources, isConnectionUsed } from './suppliers/source-store.ts'
export {
  listSources,
  listSuppliers,
  type SourceInput,
  type SupplierChoice,
  saveSources,
  searchProducts,
} from './suppliers/sources.ts'
export { findUsable as findUsableSources } from './suppliers/start-purchase.ts'
export type { Delivery, PurchaseRow } from './tables.ts'
