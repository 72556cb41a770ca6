import type { ColumnNames } from './guess-columns.ts'

/*
 * The names of columns in the files that people import. Their case, accents, spaces and signs do not matter.
 */

/** The columns of a file with tracking numbers from a warehouse, a shop or a carrier. */
// biome-ignore format: one column a line
export const trackingColumns: ColumnNames<'parcel' | 'carrier' | 'tracking_number' | 'state' | 'date'> = {
  parcel:          ['parcel', 'barcode', 'parcel barcode', 'gift reference', 'reference', 'gift', 'shipment reference', 'customer reference', 'reference number', 'reference 1', 'reference number 1', 'your reference', 'order number', 'order', 'referenz', 'sendungsreferenz', 'kundenreferenz', 'ihre referenz', 'référence', 'référence client', 'referencia', 'referencia del cliente', 'riferimento', 'referentie', 'お客様管理番号', '管理番号'],
  carrier:         ['carrier', 'carrier name', 'shipping carrier', 'courier', 'service provider', 'versanddienstleister', 'zusteller', 'transporteur', 'transportista', 'corriere', 'vervoerder', '配送業者', '運送会社'],
  tracking_number: ['tracking number', 'tracking code', 'tracking', 'tracking no', 'tracking id', 'tracking number(s)', 'shipment number', 'airway bill number', 'air waybill', 'awb', 'waybill', 'consignment number', 'sendungsnummer', 'trackingnummer', 'numéro de suivi', 'n° de suivi', 'número de seguimiento', 'numero di tracking', 'trackingnummer', 'お問い合わせ伝票番号', '伝票番号', '追跡番号', '送り状番号'],
  state:           ['state', 'status', 'statut', 'estado', 'stato', 'ステータス'],
  date:            ['date', 'occurred at', 'time', 'timestamp', 'shipped at', 'ship date', 'shipping date', 'versanddatum', 'datum', 'fecha', 'data', '出荷日', '発送日'],
}

/** The columns of a list of codes from a shop or an issuer of gift cards. */
// biome-ignore format: one column a line
export const codeColumns: ColumnNames<'code' | 'pin' | 'expires_on'> = {
  code:       ['code', 'codes', 'link', 'links', 'url', 'voucher', 'voucher code', 'voucher number', 'gift code', 'gift card', 'gift card code', 'gift card number', 'card number', 'card', 'coupon', 'coupon code', 'promo code', 'discount code', 'redemption code', 'claim code', 'activation code', 'serial number', 'gutschein', 'gutscheincode', 'gutscheinnummer', 'kartennummer', 'code cadeau', 'numéro de carte', 'code promo', 'código', 'código de regalo', 'número de tarjeta', 'codice', 'codice buono', 'kod', 'código do vale', 'kaartnummer', 'cadeaucode', 'コード', 'ギフトコード', 'クーポンコード', 'カード番号', '卡号', '兑换码', '코드'],
  pin:        ['pin', 'pin code', 'pin number', 'card pin', 'cvv', 'security code', 'passcode', 'geheimzahl', 'sicherheitscode', 'code pin', 'clave', 'pinコード', '暗証番号', '密码', '비밀번호'],
  expires_on: ['expires_on', 'expires', 'expires at', 'expiry', 'expiry date', 'expiration', 'expiration date', 'valid until', 'gültig bis', 'ablaufdatum', 'verfällt am', 'date d’expiration', 'expire le', 'fecha de caducidad', 'caduca', 'scadenza', 'data ważności', 'validade', 'geldig tot', '有効期限', '有效期', '유효기간'],
}

/** The columns of product files of shops, in addition to the names of the catalogue itself. */
// biome-ignore format: one column a line
export const catalogueColumns: ColumnNames<'sku' | 'product_name' | 'variant_name' | 'description' | 'product_images' | 'variant_images' | 'weight_grams' | 'hs_code' | 'origin_country'> = {
  sku:            ['sku', 'variant sku', 'article number', 'item number', 'artikelnummer', 'référence', 'referencia', 'codice articolo', '商品コード', '品番'],
  product_name:   ['product_name', 'title', 'name', 'product', 'product title', 'produktname', 'artikel', 'nom du produit', 'nombre del producto', '商品名'],
  variant_name:   ['variant_name', 'variant', 'variant title', 'option1 value', 'variante'],
  description:    ['description', 'body (html)', 'body html', 'short description', 'beschreibung', 'descripción', 'descrizione', '説明', '商品説明'],
  product_images: ['product_images', 'images', 'image src', 'image', 'bilder'],
  variant_images: ['variant_images', 'variant image'],
  weight_grams:   ['weight_grams', 'variant grams', 'weight (g)'],
  hs_code:        ['hs_code', 'hs code', 'harmonized system code', 'zolltarifnummer'],
  origin_country: ['origin_country', 'country of origin', 'country code of origin', 'ursprungsland'],
}
