/**
 * What the website of a company suggests as its *brand*: name, colour and logo. The website is untrusted: the requests go
 * through the address guard, and bytes, redirects, time and the depth of the page are bounded.
 */
export { type BrandSuggestion, parseWebsite, suggestBrand } from './suggest-brand.ts'
