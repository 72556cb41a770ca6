export { shippingFromConfig } from '#app/shipping'
