import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { japanPost } from './index.ts'

// biome-ignore format: read down the columns
const places: [code: string, prefecture: string, city?: string, town?: string][] = [
  ['0600001', '北海道',   '札幌市中央区',     '北一条西'],
  ['0640941', '北海道',   '札幌市中央区',     '旭ケ丘'],
  ['0482402', '北海道',   '余市郡仁木町',     '大江'],
  ['0287901', '岩手県',   '九戸郡洋野町',     '種市'],
  ['9800021', '宮城県',   '仙台市青葉区',     '中央'],
  ['3840097', '群馬県',   '吾妻郡嬬恋村',     '鎌原'],
  ['1000001', '東京都',   '千代田区',         '千代田'],
  ['1000003', '東京都',   '千代田区',         '一ツ橋'],
  ['1040061', '東京都',   '中央区',           '銀座'],
  ['1500001', '東京都',   '渋谷区',           '神宮前'],
  ['1500043', '東京都',   '渋谷区',           '道玄坂'],
  ['1600022', '東京都',   '新宿区',           '新宿'],
  ['1066101', '東京都',   '港区',             '六本木六本木ヒルズ森タワー'],
  ['2310017', '神奈川県', '横浜市中区',       '港町'],
  ['4328023', '静岡県',   '浜松市中央区',     '鴨江'],
  ['4600008', '愛知県',   '名古屋市中区',     '栄'],
  ['6008216', '京都府',   '京都市下京区',     '東塩小路町'],
  ['5300001', '大阪府',   '大阪市北区',       '梅田'],
  ['5420081', '大阪府',   '大阪市中央区',     '南船場'],
  ['6500021', '兵庫県',   '神戸市中央区',     '三宮町'],
  ['7300011', '広島県',   '広島市中区',       '基町'],
  ['8100001', '福岡県',   '福岡市中央区',     '天神'],
  ['8391421', '大分県',   '日田市',           '前津江町柚木'],
  ['9000015', '沖縄県',   '那覇市',           '久茂地'],
  // the code of a whole city, without a town
  ['1000000', '東京都',   '千代田区'],
  ['0600000', '北海道',   '札幌市中央区'],
  ['6020000', '京都府',   '京都市上京区'],
  // a village without towns: 利島村一円
  ['1000301', '東京都',   '利島村'],
  // codes of several towns, as several entries and in one entry
  ['4520961', '愛知県',   '清須市'],
  ['9218046', '石川県',   '金沢市'],
  ['4411324', '愛知県',   '新城市'],
  // codes with a note in place of a town
  ['7660002', '香川県',   '仲多度郡琴平町'],
  ['4090211', '山梨県',   '北都留郡小菅村'],
  // a code of several cities
  ['2580000', '神奈川県'],
  ['4320000', '静岡県'],
]

for (const [code, prefecture, city, town] of places)
  it(`finds the place of ${code}: ${prefecture}${city ?? ''}${town ?? ''}`, () => {
    const line_1 = `${city ?? ''}${town ?? ''}`
    const expected = { region: prefecture, line_1, place: `${prefecture}${line_1}` }
    assert.deepEqual(japanPost.find(code), expected)
  })

// biome-ignore format: read down the columns
const unknownCodes: [code: string, reason: string][] = [
  ['9998888', 'no such code'],
  ['0000000', 'no such code'],
  ['1508510', 'the code of a company'],
  ['6180000', 'a code of 京都府 and 大阪府'],
  ['8710000', 'a code of 福岡県 and 大分県'],
]

for (const [code, reason] of unknownCodes)
  it(`finds no place of ${code}: ${reason}`, () => {
    assert.equal(japanPost.find(code), undefined)
  })

it('throws for text that does not consist of seven digits', () => {
  for (const text of ['', '100-0001', '100000', '10000011', 'constructor'])
    assert.throws(() => japanPost.find(text), /seven digits/)
})

describe('a typed postal code', () => {
  const accepted = [
    '1000001',
    '100-0001',
    '１００－０００１',
    '１００ー０００１',
    '〒100−0001',
    ' 100 0001 ',
  ]
  for (const text of accepted)
    it(`is parsed: ${JSON.stringify(text)}`, () => {
      assert.equal(japanPost.parse(text), '1000001')
    })

  for (const text of ['', '100', '100-00011', '1000OO1', '100-0001 東京都', '一〇〇〇〇〇一'])
    it(`is rejected: ${JSON.stringify(text)}`, () => {
      assert.equal(japanPost.parse(text), undefined)
    })
})
