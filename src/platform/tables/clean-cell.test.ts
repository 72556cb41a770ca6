import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  cleanEmail,
  cleanText,
  cleanValue,
  type Damage,
  escapeFormula,
  findDamage,
  looksWronglyDecoded,
  unescapeFormula,
} from './clean-cell.ts'

describe('a cell that looks like a formula', () => {
  for (const text of [
    '=1+1',
    '+1',
    '-1',
    '@x',
    '\tx',
    '\rx',
    '＝1',
    "'=1",
    "''=1",
    "'plain",
    'plain',
    '',
  ])
    it(`is restored exactly: ${JSON.stringify(text)}`, () => {
      const escaped = escapeFormula(text)
      assert.equal(unescapeFormula(escaped), text)
      assert.doesNotMatch(escaped, /^[=+\-@\t\r＝＋－＠]/)
    })
})

describe('a value that was in a spreadsheet', () => {
  // biome-ignore format: one value a line
  const values: readonly (readonly [string, string])[] = [
    ['="0042"', '0042'], ["'0034", '0034'], ['’1Z5', '1Z5'], ['\u200b1Z5\u202c', '1Z5'], ['\u00a01Z5 ', '1Z5'],
    ['\ufeffA-1', 'A-1'], ["'=A1", '=A1'], ['A-1', 'A-1'], ['="a""b"', 'a"b'], ['= "x"', '= "x"'],
  ]
  for (const [cell, expected] of values)
    it(`is clean: ${JSON.stringify(cell)}`, () => assert.equal(cleanValue(cell), expected))

  // biome-ignore format: one text a line
  const cleaned: readonly (readonly [string, string])[] = [
    ['“Ada”', 'Ada'], ['„Jürgen“', 'Jürgen'], ['« Chloé »', 'Chloé'], ['「太郎」', '太郎'], ['Ada “Ace” Larkin', 'Ada “Ace” Larkin'],
    ['1 High St\r\nFloor 2', '1 High St Floor 2'], ['Ada\tB', 'Ada B'], ['Ada\u2028Larkin', 'Ada Larkin'],
    ['=HYPERLINK("mailto:a@corp.example","a@corp.example")', 'a@corp.example'],
    ['=HYPERLINK("https://x.example"; "Ada ""Ace""")', 'Ada "Ace"'], ['=HYPERLINK("https://x.example")', 'https://x.example'],
    ['“', '“'], ['“Ada” and “Bea”', '“Ada” and “Bea”'],
  ]
  for (const [cell, expected] of cleaned)
    it(`is a clean text: ${JSON.stringify(cell)}`, () => assert.equal(cleanText(cell), expected))

  it('is an email address in any width', () => {
    assert.equal(cleanEmail('ａｄａ＠ｃｏｒｐ．ｅｘａｍｐｌｅ'), 'ada@corp.example')
    assert.equal(cleanEmail('mailto:ada@corp.example'), 'ada@corp.example')
    assert.equal(cleanEmail('=HYPERLINK("mailto:ada@corp.example")'), 'ada@corp.example')
  })

  it('keeps the apostrophe of a name, and joiners', () => {
    assert.equal(cleanText("'t Hart "), "'t Hart")
    assert.equal(cleanText('علی\u200cرضا'), 'علی\u200cرضا')
  })

  // biome-ignore format: one value a line
  const damaged: readonly (readonly [string, Damage | undefined])[] = [
    ['6.03628E+15', 'scientific'], ['7,81235E+11', 'scientific'], ['1E+05', 'scientific'], ['9.4e21', 'scientific'],
    ['12E5', undefined], ['LARK-7E10', undefined], ['940011', undefined],
    ['#N/A', 'error_value'], ['#REF!', 'error_value'], ['#NV', 'error_value'], ['#WERT!', 'error_value'],
    ['#NOM?', 'error_value'], ['#¡VALOR!', 'error_value'], ['#DIV/0!', 'error_value'], ['#Н/Д', 'error_value'],
    ['#GIFT2026', undefined], ['####', 'hashes'], ['#', undefined],
    ['=A1&B1', 'formula'], ['+SUM(A1)', 'formula'], ['@A1', 'formula'], ['-12', undefined], ['+49151', undefined],
  ]
  for (const [value, expected] of damaged)
    it(`is ${expected ?? 'intact'}: ${value}`, () => assert.equal(findDamage(value), expected))

  // biome-ignore format: one text a line
  const texts: readonly (readonly [string, boolean])[] = [
    ['JÃ¼rgen', true], ['MÃ¼ller', true], ['ƒRƒX', true], ['Ž©•ª', true], ['BjÃ¸rn', true], ['Anaã\u0080', true],
    ['Jürgen', false], ['São João', false], ['Ãngela', false], ['Émile Zola', false], ['Łukasz', false], ['İbrahim', false],
    ['O’Brien', false], ['山田', false], ['Åse', false], ['Žižek', false],
  ]
  for (const [text, expected] of texts)
    it(`${expected ? 'looks' : 'does not look'} wrongly decoded: ${text}`, () =>
      assert.equal(looksWronglyDecoded(text), expected))

  // biome-ignore format: one value a line
  const long: readonly [string, string][] = [
    ['spaces',             ' '],
    ['lines',              ' \n'],
    ['quotation marks',    '“'],
    ['quotes in a link',   '""'],
    ['signs of a formula', "'="],
    ['digits',             '1'],
  ]
  for (const [name, part] of long)
    it(`is cleaned in linear time with 100,000 ${name}`, () => {
      const startedAt = performance.now()
      for (const start of ['', 'x', '=HYPERLINK("', '="']) {
        const cell = `${start}${part.repeat(100_000 / part.length)}x`
        for (const clean of [cleanText, cleanEmail, cleanValue, findDamage, looksWronglyDecoded])
          clean(cell)
      }
      assert.ok(performance.now() - startedAt < 1_000)
    })
})
