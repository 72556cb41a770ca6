import type { Encoding } from './encoding-names.ts'

/** The typical characters of texts in an encoding. */
export interface EncodingProfile {
  encoding: Encoding
  /**
   * The letters of each language. For Chinese, Japanese and Korean, the most frequent
   * characters of names and headings.
   */
  languages: readonly ReadonlySet<string>[]
  /** A pattern for the other letters of the script. */
  script: RegExp
  isLatin: boolean
  /** A pattern for names of columns that contain letters of the encoding. */
  headings?: RegExp
}

/** Converts a list of letters beyond ASCII to one set for each language. Spaces separate the languages. */
const letters = (languages: string): ReadonlySet<string>[] =>
  languages.split(' ').map((each) => new Set([...each, ...each.toUpperCase()]))
const latin = /\p{Script=Latin}/u

/* The most frequent characters of family names, given names and addresses in each script. */
const japanese =
  'のをはがとにでたいるなしれすンルスイトリアラーシクドジロレマカコタナキテサグフプ姓名氏田山中村本木川井原野藤佐伊加小大高林森池橋石清水上下松子美太郎一二三雄東京都府県市区町丁目北海道阪横浜渋谷新宿電話住所郵便番号会社株式部様真由香奈恵智子介也和花健翔直樹裕陽'
const chinese =
  '姓名邮箱电话地址省市区路号街道县城国家公司手机北京上海广州深圳江苏浙东南西王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂英华玉萍红建志海小大子三四五一二'
const taiwanese =
  '姓名郵箱電話地址省市區路號街道縣城國家公司手機電子郵件北台臺灣高雄中南新竹王李張劉陳楊趙黃周吳徐孫胡朱林何郭馬羅梁宋鄭謝韓唐馮董蕭程曹袁鄧許傅沈曾彭呂蘇盧蔣蔡賈丁魏薛葉閻余潘杜戴夏鍾汪田任姜范方石姚譚廖鄒熊金陸孔白崔康毛邱秦江史顧侯邵孟龍萬段雷錢湯尹黎易常武喬賀賴龔文偉芳娜敏靜麗強軍洋勇艷傑娟濤明超秀霞平剛桂英華玉萍紅建志海小大子三四五一二香港'
const korean =
  '김이박최정강조윤장임한오서신권황안송류전홍고문양손배백허유남심노하곽성차주우구나민진지엄채원천방공현함변염여추도소석선설마길연위표명기반왕금옥육인맹제모탁국어은편용름메일전화번호주소시군동로길특별광역울산부대경회사수영미희준호철숙순자혜재상훈태규아윤서예'

const western = letters('äöüß éèêëàâçîïôûùœæÿ áéíóúñü æøåéöä ãõáéíóúâêôçà àèéìòù áéíóúýþðæö ëéïöèü')

// biome-ignore format: one encoding a line, the more usual one first
export const profiles: readonly EncodingProfile[] = [
  { encoding: 'windows-1252', isLatin: true,  script: latin, languages: western, headings: /straße|prénom|téléphone|código|número|dirección|país|città|endereço|förnamn|fødsel|størrelse/i },
  { encoding: 'windows-1250', isLatin: true,  script: latin, languages: letters('ąćęłńóśźż áčďéěíňóřšťúůýž áéíóöőúüű áäčďéíĺľňóôŕšťúýž čćđšž ăâîşţșț äöüß'), headings: /imię|województwo|ulica|jméno|příjmení|vezetéknév|keresztnév|község|prénom|straße|miejscowość/i },
  { encoding: 'windows-1251', isLatin: false, script: /\p{Script=Cyrillic}/u, languages: [new Set('оаеинтсрвлкмдпуяызьгчбйхОАЕИНТСРВЛКМДПГБФЭ')], headings: /имя|фамилия|почта|город|адрес|телефон|прізвище|име|презиме/i },
  { encoding: 'windows-1253', isLatin: false, script: /\p{Script=Greek}/u, languages: [new Set('αοιετσνηυρπκμλςωάέήίόύώγδθφχΑΟΙΕΤΣΝΗΥΡΠΚΜΛΓΔ')], headings: /όνομα|επώνυμο|διεύθυνση|πόλη|τηλέφωνο/i },
  { encoding: 'windows-1254', isLatin: true,  script: latin, languages: letters('ğışiİöüçâîû'), headings: /soyadı|adı|şehir|ülke|telefon numarası/i },
  { encoding: 'windows-1256', isLatin: false, script: /\p{Script=Arabic}/u, languages: [new Set('ابتثجحخدذرزسشصضطظعغفقكلمنهوىيةأإآئءؤ،')], headings: /الاسم|البريد|العنوان|الهاتف|المدينة/ },
  { encoding: 'windows-1257', isLatin: true,  script: latin, languages: letters('āčēģīķļņšūž ąčęėįšųūž äõöüšž'), headings: /vārds|uzvārds|pavardė|adresė|eesnimi|pilsēta/i },
  { encoding: 'macintosh',    isLatin: true,  script: latin, languages: western, headings: /straße|prénom|téléphone|código|número|dirección|país|città|endereço|förnamn/i },
  { encoding: 'shift_jis',    isLatin: false, script: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}ー]/u, languages: [new Set(japanese)], headings: /姓|名|氏|メール|住所|電話|郵便/ },
  { encoding: 'euc-jp',       isLatin: false, script: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}ー]/u, languages: [new Set(japanese)], headings: /姓|名前|氏名|メール|住所|電話|郵便/ },
  { encoding: 'gb18030',      isLatin: false, script: /\p{Script=Han}/u, languages: [new Set(chinese)], headings: /姓名|邮箱|邮件|电话|地址|手机/ },
  { encoding: 'big5',         isLatin: false, script: /\p{Script=Han}/u, languages: [new Set(taiwanese)], headings: /姓名|郵件|電話|地址|手機|信箱/ },
  { encoding: 'euc-kr',       isLatin: false, script: /\p{Script=Hangul}/u, languages: [new Set(korean)], headings: /이름|이메일|메일|전화|주소|성명/ },
]
