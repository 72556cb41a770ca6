import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { encodeText } from '#test/encode-text'
import type { Encoding } from './encoding-names.ts'
import { decodeText } from './encodings.ts'

describe('the encoding of a file', () => {
  // biome-ignore format: one file a line
  const files: readonly (readonly [Encoding, string])[] = [
    ['shift_jis',    '姓,名,メールアドレス\n山田,太郎,taro@corp.example\n'],
    ['shift_jis',    'name,email\n鈴木 一郎,ichiro@corp.example\n佐々木 希,n@corp.example\n'],
    ['euc-jp',       '姓,名,メールアドレス\n山田,太郎,taro@corp.example\n'],
    ['euc-jp',       'name,email\n鈴木 一郎,ichiro@corp.example\n'],
    ['gb18030',      '姓名,邮箱\n王伟,w@corp.example\n李娜,l@corp.example\n'],
    ['gb18030',      'Name,Email\n韦小宝,w@corp.example\n'],
    ['big5',         '姓名,電子郵件\n陳大文,c@corp.example\n'],
    ['big5',         'Name,Email\n黃志明,c@corp.example\n'],
    ['euc-kr',       '이름,이메일\n김민수,k@corp.example\n'],
    ['euc-kr',       'Name,Email\n박지은,k@corp.example\n'],
    ['windows-1250', 'Imię,Nazwisko,E-mail\nŁukasz,Wiśniewski,l@corp.example\n'],
    ['windows-1250', 'Imię;Nazwisko;E-mail\nAdam;Nowak;a@corp.example\n'],
    ['windows-1250', 'Name;E-mail\nJiří Dvořák;j@corp.example\n'],
    ['windows-1250', 'Name;E-mail\nKovács Ödön Győző;k@corp.example\n'],
    ['windows-1251', 'Имя;Фамилия;Почта\nИван;Петров;i@corp.example\n'],
    ['windows-1251', 'Name;Mail\nЮлия Щербакова;y@corp.example\n'],
    ['windows-1252', 'Vorname;Nachname;E-Mail\nJürgen;Müller;j@corp.example\n'],
    ['windows-1252', 'Prénom;Nom\nChloé;Lefèvre\nFrançois;Noël\n'],
    ['windows-1252', 'Nombre;Correo\nIñigo Muñoz;i@corp.example\n'],
    ['windows-1252', 'Name\nBjørn Ødegård\nÅse Øst\n'],
    ['windows-1252', 'Company\nDallmayr® – “Best” €5\n'],
    ['windows-1253', 'Όνομα;Επώνυμο\nΓιώργος;Παπαδόπουλος\n'],
    ['windows-1253', 'Name\nΕλένη Δημητρίου\n'],
    ['windows-1254', 'Adı;Soyadı\nİbrahim;Yıldız\nAyşe;Doğan\n'],
    ['windows-1254', 'Name\nŞükrü Çağlar\n'],
    ['windows-1256', 'الاسم;البريد\nمحمد علي;m@corp.example\n'],
    ['windows-1256', 'Name;Mail\nفاطمة الزهراء;f@corp.example\n'],
    ['windows-1257', 'Vārds;Uzvārds\nJānis;Bērziņš\n'],
    ['macintosh',    'Vorname;Nachname\nJürgen;Müller\nZoë;Weiß\n'],
    ['macintosh',    'Prénom;Nom\nChloé;Lefèvre\n'],
    ['utf-16le',     'Name,Email\nAda,ada@corp.example\n'],
    ['utf-16be',     '姓,名\n山田,太郎\n'],
  ]
  for (const [encoding, text] of files)
    it(`finds ${encoding} in ${JSON.stringify(text.slice(0, 24))}`, () => {
      const decoded = decodeText(encodeText(text, encoding))
      assert.equal(decoded.text, text)
      assert.equal(decoded.isCertain, encoding.startsWith('utf-16'))
    })

  it('takes a chosen encoding', () => {
    const bytes = encodeText('Müller', 'windows-1252')
    assert.equal(decodeText(bytes, 'macintosh').text, 'M¸ller')
  })

  it('keeps UTF-8 with one damaged byte, and says that it is not certain', () => {
    const bytes = new Uint8Array([...Buffer.from('Jürgen Müller, Zoë, Weiß '), 0xfc])
    const decoded = decodeText(bytes)
    assert.equal(decoded.text, 'Jürgen Müller, Zoë, Weiß \ufffd')
    assert.equal(decoded.isCertain, false)
  })
})
