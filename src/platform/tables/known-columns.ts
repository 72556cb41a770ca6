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

/** The columns of lists of people from HR systems, mail programs and CRMs. */
// biome-ignore format: one column a line
export const contactColumns: ColumnNames<'external_id' | 'given_name' | 'family_name' | 'name' | 'salutation' | 'work_email' | 'private_email' | 'phone' | 'language' | 'country' | 'time_zone' | 'manager' | 'department' | 'start_date' | 'end_date' | 'birthday' | 'groups' | 'consent' | 'do_not_gift'> = {
  external_id:   ['external_id', 'employee id', 'employee number', 'employee no', 'personnel number', 'worker id', 'staff id', 'person id', 'id', 'personalnummer', 'mitarbeiternummer', 'personal-nr', 'matricule', 'numéro d’employé', 'número de empleado', 'id de empleado', '社員番号', '従業員番号', '社員id'],
  given_name:    ['given_name', 'first name', 'forename', 'preferred name', 'first', 'vorname', 'rufname', 'prénom', 'nombre', 'nombre de pila', '名', '名前（名）', '名（漢字）'],
  family_name:   ['family_name', 'last name', 'surname', 'last', 'nachname', 'familienname', 'nom', 'nom de famille', 'apellido', 'apellidos', '姓', '苗字', '名前（姓）', '姓（漢字）'],
  name:          ['name', 'full name', 'display name', 'employee name', 'employee', 'vollständiger name', 'anzeigename', 'nom complet', 'nom et prénom', 'nombre completo', 'nombre y apellidos', '氏名', '名前', 'お名前', '表示名'],
  salutation:    ['salutation', 'form of address', 'addressed as', 'anrede', 'civilité', 'tratamiento', '敬称', '宛名'],
  work_email:    ['work_email', 'email', 'e-mail', 'email address', 'e-mail address', 'business email', 'company email', 'primary email', 'mail', 'e-mail-adresse', 'dienstliche e-mail', 'geschäftliche e-mail', 'firmen-e-mail', 'courriel', 'adresse e-mail', 'e-mail professionnel', 'adresse e-mail professionnelle', 'correo', 'correo electrónico', 'correo de empresa', 'correo corporativo', 'メールアドレス', 'メール', '会社メールアドレス', '社用メールアドレス'],
  private_email: ['private_email', 'personal email', 'home email', 'private e-mail', 'private e-mail-adresse', 'e-mail privat', 'e-mail personnel', 'adresse e-mail personnelle', 'correo personal', 'correo privado', '個人メールアドレス', '個人メール'],
  phone:         ['phone', 'phone number', 'mobile', 'mobile phone', 'mobile number', 'cell phone', 'telephone', 'telefon', 'telefonnummer', 'handy', 'mobilnummer', 'téléphone', 'portable', 'teléfono', 'móvil', '電話番号', '電話', '携帯電話'],
  language:      ['language', 'preferred language', 'locale', 'sprache', 'bevorzugte sprache', 'langue', 'idioma', '言語', '使用言語'],
  country:       ['country', 'country code', 'country/region', 'work country', 'land', 'pays', 'país', '国', '国名'],
  time_zone:     ['time_zone', 'timezone', 'zeitzone', 'fuseau horaire', 'zona horaria', 'タイムゾーン'],
  manager:       ['manager', 'manager email', 'manager id', 'manager e-mail', 'supervisor', 'reports to', 'vorgesetzter', 'vorgesetzte', 'führungskraft', 'responsable', 'supérieur', 'jefe', 'supervisor email', '上司', 'マネージャー'],
  department:    ['department', 'team', 'organization unit', 'abteilung', 'département', 'service', 'équipe', 'departamento', 'equipo', '部署', '部門', 'チーム'],
  start_date:    ['start_date', 'hire date', 'date of hire', 'joining date', 'date joined', 'employment start', 'eintrittsdatum', 'eintritt', 'einstellungsdatum', 'date d’entrée', 'date d’embauche', 'fecha de ingreso', 'fecha de alta', 'fecha de inicio', '入社日', '雇用日'],
  end_date:      ['end_date', 'termination date', 'last day', 'last working day', 'leaving date', 'contract end date', 'exit date', 'austrittsdatum', 'austritt', 'letzter arbeitstag', 'date de sortie', 'date de départ', 'dernier jour', 'fecha de baja', 'fecha de salida', 'último día', '退職日', '退社日'],
  birthday:      ['birthday', 'date of birth', 'birth date', 'dob', 'geburtsdatum', 'geburtstag', 'date de naissance', 'anniversaire', 'fecha de nacimiento', 'cumpleaños', '生年月日', '誕生日'],
  groups:        ['groups', 'group', 'tags', 'labels', 'categories', 'gruppen', 'gruppe', 'kategorien', 'groupes', 'groupe', 'grupos', 'grupo', 'グループ', 'カテゴリ'],
  consent:       ['consent', 'einwilligung', 'consentement', 'consentimiento', '同意'],
  do_not_gift:   ['do_not_gift', 'no gifts', 'gift opt-out', 'keine geschenke', 'pas de cadeau', 'sin regalos', 'ギフト不可'],
}
