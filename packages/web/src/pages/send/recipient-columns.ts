import { type ColumnNames, guessColumns, type Table } from '#web/tables.ts'
import type { Field } from './recipient-rows.ts'

/** The index of the column for each field. The full name can have one column instead of two. */
export type Mapping = Partial<Record<Field | 'name', number>>

/** The names of columns in files from mail programs, shops, CRMs and HR systems, in many languages. */
// biome-ignore format: one column a line
export const recipientColumns: ColumnNames<Field | 'name'> = {
  email:       ['email', 'e-mail address', 'email address', 'work email', 'business email', 'e-mail 1 - value', 'mail', 'recipient email', 'customer email', 'contact email', 'email (billing)', 'billing email', 'primary email', 'private e-mail', 'correo', 'correo electrónico', 'courriel', 'adresse e-mail', 'adresse mail', 'adresse email', 'mél', 'e-mail-adresse', 'indirizzo email', 'indirizzo e-mail', 'posta elettronica', 'e-mailadres', 'adres e-mail', 'adres email', 'endereço de email', 'endereço de e-mail', 'メールアドレス', 'メール', 'eメール', 'eメールアドレス', '电子邮件', '邮箱', '电子邮箱', '邮件', '電子郵件', '電郵', '이메일', '이메일 주소', '메일', '전자 메일', 'البريد الإلكتروني', 'البريد', 'почта', 'эл. почта', 'электронная почта'],
  first_name:  ['first name', 'given name', 'forename', 'first', 'fname', 'preferred name', 'vorname', 'prénom', 'nombre', 'nombres', 'nombre de pila', 'nome', 'primeiro nome', 'nome próprio', 'voornaam', 'imię', 'billing first name', 'shipping first name', 'first name (billing)', 'first name (shipping)', '名', '名前（名）', '名（漢字）', '이름（名）', 'الاسم الأول', 'имя', 'jméno', 'keresztnév', 'förnamn', 'fornavn', 'etunimi', 'ad', 'adı', 'όνομα'],
  last_name:   ['last name', 'surname', 'family name', 'last', 'lname', 'nachname', 'familienname', 'nom', 'nom de famille', 'apellido', 'apellidos', 'primer apellido', 'cognome', 'achternaam', 'nazwisko', 'sobrenome', 'apelido', 'billing last name', 'shipping last name', 'last name (billing)', 'last name (shipping)', '姓', '苗字', '名前（姓）', '姓（漢字）', '성', 'اسم العائلة', 'الكنية', 'фамилия', 'příjmení', 'vezetéknév', 'efternamn', 'efternavn', 'sukunimi', 'soyad', 'soyadı', 'επώνυμο'],
  name:        ['full name', 'name', 'recipient', 'recipient name', 'contact', 'contact name', 'customer name', 'employee', 'employee name', 'worker', 'vollständiger name', 'nombre completo', 'nombre y apellidos', 'nom complet', 'nom et prénom', 'nome completo', 'nome e cognome', 'volledige naam', 'naam', 'imię i nazwisko', '氏名', '名前', 'お名前', 'お届け先名', '姓名', '名字', '收件人', '성명', '이름', '성함', 'الاسم', 'الاسم الكامل', 'фио'],
  line_1:      ['line_1', 'street', 'street address', 'address line 1', 'address 1', 'address', 'address 1 - street', 'mailing street', 'business street', 'home street', 'default address address1', 'shipping street', 'shipping address 1', 'address 1&2 (shipping)', 'shipping address1', 'billing address 1', 'straße', 'strasse', 'straße und hausnummer', 'adresse', 'anschrift', 'rue', 'adresse 1', 'calle', 'dirección', 'domicilio', 'via', 'indirizzo', 'straat', 'adres', 'ulica', 'rua', 'endereço', 'morada', '住所', '住所1', '番地', '地址', '详细地址', '주소', 'العنوان'],
  line_2:      ['line_2', 'address line 2', 'address 2', 'street 2', 'apartment', 'suite', 'unit', 'default address address2', 'shipping address 2', 'shipping address2', 'billing address 2', 'adresszusatz', 'complément d’adresse', 'adresse 2', 'dirección 2', '住所2', '建物名'],
  postal_code: ['postal_code', 'postal code', 'postcode', 'zip', 'zip code', 'zip/postal code', 'mailing zip/postal code', 'business postal code', 'home postal code', 'address 1 - postal code', 'default address zip', 'shipping zip', 'shipping postcode', 'postcode (shipping)', 'billing postcode', 'plz', 'postleitzahl', 'code postal', 'código postal', 'cp', 'cap', 'kod pocztowy', 'cep', '郵便番号', '邮编', '邮政编码', '郵遞區號', '우편번호', 'الرمز البريدي', 'индекс'],
  city:        ['city', 'town', 'city/town', 'mailing city', 'business city', 'home city', 'address 1 - city', 'default address city', 'shipping city', 'city (shipping)', 'billing city', 'ort', 'stadt', 'wohnort', 'ville', 'commune', 'ciudad', 'localidad', 'población', 'città', 'comune', 'plaats', 'stad', 'woonplaats', 'miasto', 'miejscowość', 'cidade', 'localidade', '市区町村', '市', '城市', '도시', '시군구', 'المدينة', 'город'],
  region:      ['region', 'state', 'province', 'county', 'state/province', 'mailing state/province', 'business state', 'home state', 'address 1 - region', 'default address province code', 'province code', 'shipping province', 'shipping state', 'state code (shipping)', 'bundesland', 'kanton', 'région', 'département', 'provincia', 'estado', 'provincie', 'województwo', '都道府県', '省', '省份', '시도', 'المنطقة', 'область'],
  country:     ['country', 'country code', 'country/region', 'mailing country', 'business country/region', 'home country/region', 'address 1 - country', 'default address country code', 'shipping country', 'country code (shipping)', 'billing country', 'land', 'staat', 'pays', 'país', 'paese', 'nazione', 'kraj', '国', '国名', '国家', '國家', '국가', '나라', 'البلد', 'страна'],
  item:        ['gift item', 'item', 'gift', 'item sku', 'gift sku', 'artikel', 'geschenk', 'geschenkartikel', 'artículo', 'regalo', 'article', 'cadeau', 'articolo', 'artigo', 'presente', 'prezent', '商品', 'ギフト', 'ギフト商品', '礼品', '禮品', '선물', 'هدية', 'подарок'],
  phone:       ['phone', 'phone number', 'mobile', 'mobile phone', 'mobile number', 'cell', 'cell phone', 'telephone', 'tel', 'phone 1 - value', 'business phone', 'home phone', 'primary phone', 'phone (billing)', 'billing phone', 'default address phone', 'telefon', 'telefonnummer', 'handy', 'mobil', 'mobilnummer', 'téléphone', 'portable', 'mobile (portable)', 'teléfono', 'móvil', 'celular', 'telefono', 'cellulare', 'telefoon', 'telefoonnummer', 'mobiel', 'numer telefonu', 'telemóvel', 'telefone', '電話', '電話番号', '携帯電話', '电话', '手机', '手机号', '手機', '전화', '전화번호', '휴대폰', '휴대전화', 'الهاتف', 'الجوال', 'телефон'],
}

/**
 * The pattern of headers that mention an email address although the column contains no address, such as
 * labels, consents and times.
 */
const noAddress =
  /label|type|status|opt|consent|subject|template|display|owner|bounce|count|date|verified/i

/**
 * Finds the columns by their names. The content decides which column has the address, because a file can have
 * several columns with addresses.
 */
export function guessMapping(table: Table): Mapping {
  const { email: _, ...names } = recipientColumns
  const mapping: Mapping = guessColumns(table, names)
  const email = findAddressColumn(table)
  for (const field of Object.keys(mapping) as (keyof Mapping)[])
    if (mapping[field] === email) delete mapping[field]
  if (email !== undefined) mapping.email = email
  if (table.format.header_line === 0) return guessHeadless(table, email)
  return settleName(mapping)
}

/**
 * Finds the column with the most addresses. Columns with a suitable header come first. If there are none, the
 * function looks at all columns.
 */
function findAddressColumn({ columns, rows, format }: Table): number | undefined {
  const sample = rows.slice(0, 200)
  const withCounts = columns.map(({ index, name }) => ({
    index,
    name,
    count: sample.filter(({ cells }) => cells[index]?.includes('@')).length,
  }))
  const isNamed = (name: string) =>
    /e-?mail|correo|courriel|\bmail/i.test(name) && !noAddress.test(name)
  const exact = guessColumns({ columns, format }, { email: recipientColumns.email }).email
  const [best] = withCounts
    .filter(({ count }) => count > 0)
    .toSorted(
      (one, other) =>
        Number(other.index === exact) * other.count - Number(one.index === exact) * one.count ||
        Number(isNamed(other.name)) - Number(isNamed(one.name)) ||
        other.count - one.count,
    )
  return best?.index ?? exact
}

/**
 * Decides which columns contain the first name, the last name and the full name. In `Vorname;Name`, the
 * column `Name` is the last name. `Name` alone or `Nom` alone is the full name.
 */
function settleName({ name, first_name, last_name, ...others }: Mapping): Mapping {
  if (first_name !== undefined && last_name === undefined && name !== undefined)
    return { ...others, first_name, last_name: name }
  if (first_name === undefined && last_name !== undefined && name === undefined)
    return { ...others, name: last_name }
  if (first_name !== undefined && last_name === undefined) return { ...others, name: first_name }
  if (first_name === undefined && last_name !== undefined && name !== undefined)
    return { ...others, first_name: name, last_name }
  return {
    ...others,
    ...(first_name === undefined ? (name === undefined ? {} : { name }) : { first_name }),
    ...(last_name !== undefined && { last_name }),
  }
}

/**
 * Guesses the columns of a table without a header. The cells next to the email address are the names, in
 * their order.
 */
function guessHeadless({ columns }: Table, email: number | undefined): Mapping {
  if (email === undefined) return {}
  const [one, two] = columns.map(({ index }) => index).filter((index) => index !== email)
  if (one === undefined) return { email }
  return two === undefined ? { email, name: one } : { email, first_name: one, last_name: two }
}
