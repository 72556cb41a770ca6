/**
 * Shops: connections whose products come into the catalogue, and which ship them as a carrier does.
 *
 * - shop     a connection of an account to a shop. Its products, prices and stock are read every hour, and after a message
 * - given    the values that the shop gave last; a value that differs in the catalogue is an edit of a user, and stays
 * - gone     the shop no longer has the product or variant: it is archived, and its stock is 0
 * - checkout the part of a shop where buyers pay gifts: how these are sent, and the runs that read them
 */
export { hastenGifts, listCheckouts, setCheckout } from './checkout.ts'
export { createCheckoutLoop, runDueCheckout } from './read-checkout.ts'
export { createShopLoop, runDueShop } from './read-shop.ts'
export { removeShop } from './remove-shop.ts'
export { addShop, hasten, listShops, requestShopRun } from './runs.ts'
