"""Which characters an address in running text can hold, as of Unicode 14.0.

Made by `make_link_terms.py`; `iri3987.text.boundaries` says what the classes mean. Each constant
but `CLOSING` is the inside of a bracket expression.
"""

#: Non-ASCII letters, marks and numbers.
LETTERS = (
    "\U00030000-\U0003134a\U0002f800-\U0002fa1d\U0002ceb0-\U0002ebe0\U0002b820-\U0002cea1"
    "\U0002b740-\U0002b81d\U0002a700-\U0002b738\U00020000-\U0002a6df\U0001fbf0-\U0001fbf9"
    "\U0001f100-\U0001f10c\U0001eeab-\U0001eebb\U0001eea5-\U0001eea9\U0001eea1-\U0001eea3"
    "\U0001ee8b-\U0001ee9b\U0001ee80-\U0001ee89\U0001ee7e-\U0001ee7e\U0001ee79-\U0001ee7c"
    "\U0001ee74-\U0001ee77\U0001ee6c-\U0001ee72\U0001ee67-\U0001ee6a\U0001ee64-\U0001ee64"
    "\U0001ee61-\U0001ee62\U0001ee5f-\U0001ee5f\U0001ee5d-\U0001ee5d\U0001ee5b-\U0001ee5b"
    "\U0001ee59-\U0001ee59\U0001ee57-\U0001ee57\U0001ee54-\U0001ee54\U0001ee51-\U0001ee52"
    "\U0001ee4d-\U0001ee4f\U0001ee4b-\U0001ee4b\U0001ee49-\U0001ee49\U0001ee47-\U0001ee47"
    "\U0001ee42-\U0001ee42\U0001ee3b-\U0001ee3b\U0001ee39-\U0001ee39\U0001ee34-\U0001ee37"
    "\U0001ee29-\U0001ee32\U0001ee27-\U0001ee27\U0001ee24-\U0001ee24\U0001ee21-\U0001ee22"
    "\U0001ee05-\U0001ee1f\U0001ee00-\U0001ee03\U0001ed2f-\U0001ed3d\U0001ed01-\U0001ed2d"
    "\U0001ecb1-\U0001ecb4\U0001ecad-\U0001ecaf\U0001ec71-\U0001ecab\U0001e950-\U0001e959"
    "\U0001e900-\U0001e94b\U0001e8c7-\U0001e8d6\U0001e800-\U0001e8c4\U0001e7f0-\U0001e7fe"
    "\U0001e7ed-\U0001e7ee\U0001e7e8-\U0001e7eb\U0001e7e0-\U0001e7e6\U0001e2c0-\U0001e2f9"
    "\U0001e290-\U0001e2ae\U0001e14e-\U0001e14e\U0001e140-\U0001e149\U0001e130-\U0001e13d"
    "\U0001e100-\U0001e12c\U0001e026-\U0001e02a\U0001e023-\U0001e024\U0001e01b-\U0001e021"
    "\U0001e008-\U0001e018\U0001e000-\U0001e006\U0001df00-\U0001df1e\U0001daa1-\U0001daaf"
    "\U0001da9b-\U0001da9f\U0001da84-\U0001da84\U0001da75-\U0001da75\U0001da3b-\U0001da6c"
    "\U0001da00-\U0001da36\U0001d7ce-\U0001d7ff\U0001d7c4-\U0001d7cb\U0001d7aa-\U0001d7c2"
    "\U0001d78a-\U0001d7a8\U0001d770-\U0001d788\U0001d750-\U0001d76e\U0001d736-\U0001d74e"
    "\U0001d716-\U0001d734\U0001d6fc-\U0001d714\U0001d6dc-\U0001d6fa\U0001d6c2-\U0001d6da"
    "\U0001d6a8-\U0001d6c0\U0001d552-\U0001d6a5\U0001d54a-\U0001d550\U0001d546-\U0001d546"
    "\U0001d540-\U0001d544\U0001d53b-\U0001d53e\U0001d51e-\U0001d539\U0001d516-\U0001d51c"
    "\U0001d50d-\U0001d514\U0001d507-\U0001d50a\U0001d4c5-\U0001d505\U0001d4bd-\U0001d4c3"
    "\U0001d4bb-\U0001d4bb\U0001d4ae-\U0001d4b9\U0001d4a9-\U0001d4ac\U0001d4a5-\U0001d4a6"
    "\U0001d4a2-\U0001d4a2\U0001d49e-\U0001d49f\U0001d456-\U0001d49c\U0001d400-\U0001d454"
    "\U0001d360-\U0001d378\U0001d2e0-\U0001d2f3\U0001d242-\U0001d244\U0001d1aa-\U0001d1ad"
    "\U0001d185-\U0001d18b\U0001d17b-\U0001d182\U0001d16d-\U0001d172\U0001d165-\U0001d169"
    "\U0001cf30-\U0001cf46\U0001cf00-\U0001cf2d\U0001bc9e-\U0001bc9e\U0001bc90-\U0001bc99"
    "\U0001bc80-\U0001bc88\U0001bc70-\U0001bc7c\U0001bc00-\U0001bc6a\U0001b170-\U0001b2fb"
    "\U0001b164-\U0001b167\U0001b150-\U0001b152\U0001b000-\U0001b122\U0001affd-\U0001affe"
    "\U0001aff5-\U0001affb\U0001aff0-\U0001aff3\U00018d00-\U00018d08\U00018800-\U00018cd5"
    "\U00017000-\U000187f7\U00016ff0-\U00016ff1\U00016fe3-\U00016fe3\U00016fe0-\U00016fe1"
    "\U00016f8f-\U00016f9f\U00016f4f-\U00016f87\U00016f00-\U00016f4a\U00016e40-\U00016e96"
    "\U00016b7d-\U00016b8f\U00016b63-\U00016b77\U00016b5b-\U00016b61\U00016b50-\U00016b59"
    "\U00016b40-\U00016b43\U00016b00-\U00016b36\U00016af0-\U00016af4\U00016ad0-\U00016aed"
    "\U00016ac0-\U00016ac9\U00016a70-\U00016abe\U00016a60-\U00016a69\U00016a40-\U00016a5e"
    "\U00016800-\U00016a38\U00014400-\U00014646\U00013000-\U0001342e\U00012f90-\U00012ff0"
    "\U00012480-\U00012543\U00012400-\U0001246e\U00012000-\U00012399\U00011fc0-\U00011fd4"
    "\U00011fb0-\U00011fb0\U00011ee0-\U00011ef6\U00011da0-\U00011da9\U00011d93-\U00011d98"
    "\U00011d90-\U00011d91\U00011d6a-\U00011d8e\U00011d67-\U00011d68\U00011d60-\U00011d65"
    "\U00011d50-\U00011d59\U00011d3f-\U00011d47\U00011d3c-\U00011d3d\U00011d3a-\U00011d3a"
    "\U00011d0b-\U00011d36\U00011d08-\U00011d09\U00011d00-\U00011d06\U00011ca9-\U00011cb6"
    "\U00011c92-\U00011ca7\U00011c72-\U00011c8f\U00011c50-\U00011c6c\U00011c38-\U00011c40"
    "\U00011c0a-\U00011c36\U00011c00-\U00011c08\U00011ab0-\U00011af8\U00011a9d-\U00011a9d"
    "\U00011a50-\U00011a99\U00011a47-\U00011a47\U00011a00-\U00011a3e\U000119e3-\U000119e4"
    "\U000119da-\U000119e1\U000119aa-\U000119d7\U000119a0-\U000119a7\U00011950-\U00011959"
    "\U0001193b-\U00011943\U00011937-\U00011938\U00011918-\U00011935\U00011915-\U00011916"
    "\U0001190c-\U00011913\U00011909-\U00011909\U000118ff-\U00011906\U000118a0-\U000118f2"
    "\U00011800-\U0001183a\U00011740-\U00011746\U00011730-\U0001173b\U0001171d-\U0001172b"
    "\U00011700-\U0001171a\U000116c0-\U000116c9\U00011680-\U000116b8\U00011650-\U00011659"
    "\U00011644-\U00011644\U00011600-\U00011640\U000115d8-\U000115dd\U000115b8-\U000115c0"
    "\U00011580-\U000115b5\U000114d0-\U000114d9\U000114c7-\U000114c7\U00011480-\U000114c5"
    "\U0001145e-\U00011461\U00011450-\U00011459\U00011400-\U0001144a\U00011370-\U00011374"
    "\U00011366-\U0001136c\U0001135d-\U00011363\U00011357-\U00011357\U00011350-\U00011350"
    "\U0001134b-\U0001134d\U00011347-\U00011348\U0001133b-\U00011344\U00011335-\U00011339"
    "\U00011332-\U00011333\U0001132a-\U00011330\U00011313-\U00011328\U0001130f-\U00011310"
    "\U00011305-\U0001130c\U00011300-\U00011303\U000112f0-\U000112f9\U000112b0-\U000112ea"
    "\U0001129f-\U000112a8\U0001128f-\U0001129d\U0001128a-\U0001128d\U00011288-\U00011288"
    "\U00011280-\U00011286\U0001123e-\U0001123e\U00011213-\U00011237\U00011200-\U00011211"
    "\U000111e1-\U000111f4\U000111dc-\U000111dc\U000111ce-\U000111da\U000111c9-\U000111cc"
    "\U00011180-\U000111c4\U00011176-\U00011176\U00011150-\U00011173\U00011144-\U00011147"
    "\U00011136-\U0001113f\U00011100-\U00011134\U000110f0-\U000110f9\U000110d0-\U000110e8"
    "\U000110c2-\U000110c2\U00011080-\U000110ba\U00011052-\U00011075\U00011000-\U00011046"
    "\U00010fe0-\U00010ff6\U00010fb0-\U00010fcb\U00010f70-\U00010f85\U00010f30-\U00010f54"
    "\U00010f00-\U00010f27\U00010eb0-\U00010eb1\U00010eab-\U00010eac\U00010e80-\U00010ea9"
    "\U00010e60-\U00010e7e\U00010d30-\U00010d39\U00010cfa-\U00010d27\U00010cc0-\U00010cf2"
    "\U00010c80-\U00010cb2\U00010c00-\U00010c48\U00010ba9-\U00010baf\U00010b78-\U00010b91"
    "\U00010b58-\U00010b72\U00010b40-\U00010b55\U00010b00-\U00010b35\U00010aeb-\U00010aef"
    "\U00010ac9-\U00010ae6\U00010ac0-\U00010ac7\U00010a80-\U00010a9f\U00010a60-\U00010a7e"
    "\U00010a3f-\U00010a48\U00010a38-\U00010a3a\U00010a19-\U00010a35\U00010a15-\U00010a17"
    "\U00010a0c-\U00010a13\U00010a05-\U00010a06\U000109d2-\U00010a03\U000109bc-\U000109cf"
    "\U00010980-\U000109b7\U00010920-\U00010939\U000108fb-\U0001091b\U000108f4-\U000108f5"
    "\U000108e0-\U000108f2\U000108a7-\U000108af\U00010879-\U0001089e\U00010858-\U00010876"
    "\U0001083f-\U00010855\U0001083c-\U0001083c\U00010837-\U00010838\U0001080a-\U00010835"
    "\U00010808-\U00010808\U00010800-\U00010805\U000107b2-\U000107ba\U00010787-\U000107b0"
    "\U00010780-\U00010785\U00010760-\U00010767\U00010740-\U00010755\U00010600-\U00010736"
    "\U000105bb-\U000105bc\U000105b3-\U000105b9\U000105a3-\U000105b1\U00010597-\U000105a1"
    "\U00010594-\U00010595\U0001058c-\U00010592\U0001057c-\U0001058a\U00010570-\U0001057a"
    "\U00010530-\U00010563\U00010500-\U00010527\U000104d8-\U000104fb\U000104b0-\U000104d3"
    "\U000104a0-\U000104a9\U00010400-\U0001049d\U000103d1-\U000103d5\U000103c8-\U000103cf"
    "\U000103a0-\U000103c3\U00010380-\U0001039d\U00010350-\U0001037a\U0001032d-\U0001034a"
    "\U00010300-\U00010323\U000102e0-\U000102fb\U000102a0-\U000102d0\U00010280-\U0001029c"
    "\U000101fd-\U000101fd\U0001018a-\U0001018b\U00010140-\U00010178\U00010107-\U00010133"
    "\U00010080-\U000100fa\U00010050-\U0001005d\U0001003f-\U0001004d\U0001003c-\U0001003d"
    "\U00010028-\U0001003a\U0001000d-\U00010026\U00010000-\U0001000b\uffda-\uffdc\uffd2-\uffd7"
    "\uffca-\uffcf\uffc2-\uffc7\uffa1-\uffbe\uff66-\uff9f\uff41-\uff5a\uff21-\uff3a\uff10-\uff19"
    "\ufe76-\ufefc\ufe70-\ufe74\ufe20-\ufe2f\ufdf0-\ufdfb\ufd92-\ufdc7\ufd50-\ufd8f\ufbd3-\ufd3d"
    "\ufb46-\ufbb1\ufb43-\ufb44\ufb40-\ufb41\ufb3e-\ufb3e\ufb38-\ufb3c\ufb2a-\ufb36\ufb1d-\ufb28"
    "\ufb13-\ufb17\ufb00-\ufb06\ufa70-\ufad9\uf900-\ufa6d\ud7cb-\ud7fb\ud7b0-\ud7c6\uac00-\ud7a3"
    "\uabf0-\uabf9\uabec-\uabed\uab70-\uabea\uab5c-\uab69\uab30-\uab5a\uab28-\uab2e\uab20-\uab26"
    "\uab11-\uab16\uab09-\uab0e\uab01-\uab06\uaaf2-\uaaf6\uaae0-\uaaef\uaadb-\uaadd\uaa7a-\uaac2"
    "\uaa60-\uaa76\uaa50-\uaa59\uaa40-\uaa4d\uaa00-\uaa36\ua9e0-\ua9fe\ua9cf-\ua9d9\ua980-\ua9c0"
    "\ua960-\ua97c\ua930-\ua953\ua8fd-\ua92d\ua8fb-\ua8fb\ua8e0-\ua8f7\ua8d0-\ua8d9\ua880-\ua8c5"
    "\ua840-\ua873\ua830-\ua835\ua82c-\ua82c\ua7f2-\ua827\ua7d5-\ua7d9\ua7d3-\ua7d3\ua7d0-\ua7d1"
    "\ua78b-\ua7ca\ua722-\ua788\ua717-\ua71f\ua67f-\ua6f1\ua674-\ua67d\ua640-\ua672\ua610-\ua62b"
    "\ua500-\ua60c\ua4d0-\ua4fd\u4e00-\ua48c\u3400-\u4dbf\u32b1-\u32bf\u3280-\u3289\u3251-\u325f"
    "\u3248-\u324f\u3220-\u3229\u31f0-\u31ff\u31a0-\u31bf\u3192-\u3195\u3165-\u318e\u3131-\u3163"
    "\u3105-\u312f\u30fc-\u30ff\u30a1-\u30fa\u309d-\u309f\u3099-\u309a\u3041-\u3096\u3038-\u303c"
    "\u3031-\u3035\u3021-\u302f\u3005-\u3007\u2e2f-\u2e2f\u2de0-\u2dff\u2dd8-\u2dde\u2dd0-\u2dd6"
    "\u2dc8-\u2dce\u2dc0-\u2dc6\u2db8-\u2dbe\u2db0-\u2db6\u2da8-\u2dae\u2da0-\u2da6\u2d80-\u2d96"
    "\u2d6f-\u2d6f\u2d30-\u2d67\u2d2d-\u2d2d\u2d27-\u2d27\u2d00-\u2d25\u2cfd-\u2cfd\u2ceb-\u2cf3"
    "\u2c00-\u2ce4\u2776-\u2793\u24ea-\u24ff\u2460-\u249b\u2150-\u2189\u214e-\u214e\u2145-\u2149"
    "\u213c-\u213f\u212f-\u2139\u212a-\u212d\u2128-\u2128\u2126-\u2126\u2124-\u2124\u2119-\u211d"
    "\u2115-\u2115\u210a-\u2113\u2107-\u2107\u2102-\u2102\u20d0-\u20f0\u2090-\u209c\u207f-\u2089"
    "\u2074-\u2079\u2070-\u2071\u1ff6-\u1ffc\u1ff2-\u1ff4\u1fe0-\u1fec\u1fd6-\u1fdb\u1fd0-\u1fd3"
    "\u1fc6-\u1fcc\u1fc2-\u1fc4\u1fbe-\u1fbe\u1fb6-\u1fbc\u1f80-\u1fb4\u1f5f-\u1f7d\u1f5d-\u1f5d"
    "\u1f5b-\u1f5b\u1f59-\u1f59\u1f50-\u1f57\u1f48-\u1f4d\u1f20-\u1f45\u1f18-\u1f1d\u1d00-\u1f15"
    "\u1cd4-\u1cfa\u1cd0-\u1cd2\u1cbd-\u1cbf\u1c90-\u1cba\u1c80-\u1c88\u1c4d-\u1c7d\u1c40-\u1c49"
    "\u1c00-\u1c37\u1b80-\u1bf3\u1b6b-\u1b73\u1b50-\u1b59\u1b00-\u1b4c\u1ab0-\u1ace\u1aa7-\u1aa7"
    "\u1a90-\u1a99\u1a7f-\u1a89\u1a60-\u1a7c\u1a20-\u1a5e\u1a00-\u1a1b\u19d0-\u19da\u19b0-\u19c9"
    "\u1980-\u19ab\u1970-\u1974\u1946-\u196d\u1930-\u193b\u1920-\u192b\u1900-\u191e\u18b0-\u18f5"
    "\u1880-\u18aa\u1820-\u1878\u1810-\u1819\u17f0-\u17f9\u17e0-\u17e9\u17dc-\u17dd\u17d7-\u17d7"
    "\u17b6-\u17d3\u1780-\u17b3\u1772-\u1773\u176e-\u1770\u1760-\u176c\u1740-\u1753\u171f-\u1734"
    "\u1700-\u1715\u16ee-\u16f8\u16a0-\u16ea\u1681-\u169a\u166f-\u167f\u1401-\u166c\u13f8-\u13fd"
    "\u13a0-\u13f5\u1380-\u138f\u1369-\u137c\u135d-\u135f\u1318-\u135a\u1312-\u1315\u12d8-\u1310"
    "\u12c8-\u12d6\u12c2-\u12c5\u12c0-\u12c0\u12b8-\u12be\u12b2-\u12b5\u1290-\u12b0\u128a-\u128d"
    "\u1260-\u1288\u125a-\u125d\u1258-\u1258\u1250-\u1256\u124a-\u124d\u1161-\u1248\u10fc-\u115e"
    "\u10d0-\u10fa\u10cd-\u10cd\u10c7-\u10c7\u10a0-\u10c5\u1050-\u109d\u1000-\u1049\u0fc6-\u0fc6"
    "\u0f99-\u0fbc\u0f86-\u0f97\u0f71-\u0f84\u0f49-\u0f6c\u0f3e-\u0f47\u0f39-\u0f39\u0f37-\u0f37"
    "\u0f35-\u0f35\u0f20-\u0f33\u0f18-\u0f19\u0f00-\u0f00\u0edc-\u0edf\u0ed0-\u0ed9\u0ec8-\u0ecd"
    "\u0ec6-\u0ec6\u0ec0-\u0ec4\u0ea7-\u0ebd\u0ea5-\u0ea5\u0e8c-\u0ea3\u0e86-\u0e8a\u0e84-\u0e84"
    "\u0e81-\u0e82\u0e50-\u0e59\u0e40-\u0e4e\u0e01-\u0e3a\u0df2-\u0df3\u0de6-\u0def\u0dd8-\u0ddf"
    "\u0dd6-\u0dd6\u0dcf-\u0dd4\u0dca-\u0dca\u0dc0-\u0dc6\u0dbd-\u0dbd\u0db3-\u0dbb\u0d9a-\u0db1"
    "\u0d85-\u0d96\u0d81-\u0d83\u0d7a-\u0d7f\u0d66-\u0d78\u0d54-\u0d63\u0d4a-\u0d4e\u0d46-\u0d48"
    "\u0d12-\u0d44\u0d0e-\u0d10\u0d00-\u0d0c\u0cf1-\u0cf2\u0ce6-\u0cef\u0ce0-\u0ce3\u0cdd-\u0cde"
    "\u0cd5-\u0cd6\u0cca-\u0ccd\u0cc6-\u0cc8\u0cbc-\u0cc4\u0cb5-\u0cb9\u0caa-\u0cb3\u0c92-\u0ca8"
    "\u0c8e-\u0c90\u0c85-\u0c8c\u0c80-\u0c83\u0c78-\u0c7e\u0c66-\u0c6f\u0c60-\u0c63\u0c5d-\u0c5d"
    "\u0c58-\u0c5a\u0c55-\u0c56\u0c4a-\u0c4d\u0c46-\u0c48\u0c3c-\u0c44\u0c2a-\u0c39\u0c12-\u0c28"
    "\u0c0e-\u0c10\u0c00-\u0c0c\u0be6-\u0bf2\u0bd7-\u0bd7\u0bd0-\u0bd0\u0bca-\u0bcd\u0bc6-\u0bc8"
    "\u0bbe-\u0bc2\u0bae-\u0bb9\u0ba8-\u0baa\u0ba3-\u0ba4\u0b9e-\u0b9f\u0b9c-\u0b9c\u0b99-\u0b9a"
    "\u0b92-\u0b95\u0b8e-\u0b90\u0b85-\u0b8a\u0b82-\u0b83\u0b71-\u0b77\u0b66-\u0b6f\u0b5f-\u0b63"
    "\u0b5c-\u0b5d\u0b55-\u0b57\u0b4b-\u0b4d\u0b47-\u0b48\u0b3c-\u0b44\u0b35-\u0b39\u0b32-\u0b33"
    "\u0b2a-\u0b30\u0b13-\u0b28\u0b0f-\u0b10\u0b05-\u0b0c\u0b01-\u0b03\u0af9-\u0aff\u0ae6-\u0aef"
    "\u0ae0-\u0ae3\u0ad0-\u0ad0\u0acb-\u0acd\u0ac7-\u0ac9\u0abc-\u0ac5\u0ab5-\u0ab9\u0ab2-\u0ab3"
    "\u0aaa-\u0ab0\u0a93-\u0aa8\u0a8f-\u0a91\u0a85-\u0a8d\u0a81-\u0a83\u0a66-\u0a75\u0a5e-\u0a5e"
    "\u0a59-\u0a5c\u0a51-\u0a51\u0a4b-\u0a4d\u0a47-\u0a48\u0a3e-\u0a42\u0a3c-\u0a3c\u0a38-\u0a39"
    "\u0a35-\u0a36\u0a32-\u0a33\u0a2a-\u0a30\u0a13-\u0a28\u0a0f-\u0a10\u0a05-\u0a0a\u0a01-\u0a03"
    "\u09fe-\u09fe\u09fc-\u09fc\u09f4-\u09f9\u09e6-\u09f1\u09df-\u09e3\u09dc-\u09dd\u09d7-\u09d7"
    "\u09cb-\u09ce\u09c7-\u09c8\u09bc-\u09c4\u09b6-\u09b9\u09b2-\u09b2\u09aa-\u09b0\u0993-\u09a8"
    "\u098f-\u0990\u0985-\u098c\u0971-\u0983\u0966-\u096f\u08e3-\u0963\u0898-\u08e1\u0889-\u088e"
    "\u0870-\u0887\u0860-\u086a\u0840-\u085b\u0800-\u082d\u07fd-\u07fd\u07fa-\u07fa\u07c0-\u07f5"
    "\u074d-\u07b1\u0710-\u074a\u06ff-\u06ff\u06ea-\u06fc\u06df-\u06e8\u06d5-\u06dc\u066e-\u06d3"
    "\u0620-\u0669\u0610-\u061a\u05ef-\u05f2\u05d0-\u05ea\u05c7-\u05c7\u05c4-\u05c5\u05c1-\u05c2"
    "\u05bf-\u05bf\u0591-\u05bd\u0560-\u0588\u0559-\u0559\u0531-\u0556\u0483-\u052f\u03f7-\u0481"
    "\u03a3-\u03f5\u038e-\u03a1\u038c-\u038c\u0388-\u038a\u0386-\u0386\u037f-\u037f\u037a-\u037d"
    "\u0376-\u0377\u0350-\u0374\u0300-\u034e\u02ee-\u02ee\u02ec-\u02ec\u02e0-\u02e4\u02c6-\u02d1"
    "\u00f8-\u02c1\u00d8-\u00f6\u00c0-\u00d6\u00bc-\u00be\u00b9-\u00ba\u00b5-\u00b5\u00b2-\u00b3"
    "\u00aa-\u00aa"
)
#: Non-ASCII symbols such as emoji (So).
SYMBOLS = (
    "\U0001fb94-\U0001fbca\U0001fb00-\U0001fb92\U0001faf0-\U0001faf6\U0001fae0-\U0001fae7"
    "\U0001fad0-\U0001fad9\U0001fac0-\U0001fac5\U0001fab0-\U0001faba\U0001fa90-\U0001faac"
    "\U0001fa80-\U0001fa86\U0001fa78-\U0001fa7c\U0001fa70-\U0001fa74\U0001fa60-\U0001fa6d"
    "\U0001f900-\U0001fa53\U0001f8b0-\U0001f8b1\U0001f890-\U0001f8ad\U0001f860-\U0001f887"
    "\U0001f850-\U0001f859\U0001f810-\U0001f847\U0001f800-\U0001f80b\U0001f7f0-\U0001f7f0"
    "\U0001f7e0-\U0001f7eb\U0001f780-\U0001f7d8\U0001f700-\U0001f773\U0001f6f0-\U0001f6fc"
    "\U0001f6dd-\U0001f6ec\U0001f678-\U0001f6d7\U0001f400-\U0001f675\U0001f300-\U0001f3fa"
    "\U0001f260-\U0001f265\U0001f250-\U0001f251\U0001f240-\U0001f248\U0001f210-\U0001f23b"
    "\U0001f1e6-\U0001f202\U0001f10d-\U0001f1ad\U0001f0d1-\U0001f0f5\U0001f0c1-\U0001f0cf"
    "\U0001f0b1-\U0001f0bf\U0001f0a0-\U0001f0ae\U0001f030-\U0001f093\U0001f000-\U0001f02b"
    "\U0001ed2e-\U0001ed2e\U0001ecac-\U0001ecac\U0001e14f-\U0001e14f\U0001da85-\U0001da86"
    "\U0001da76-\U0001da83\U0001da6d-\U0001da74\U0001da37-\U0001da3a\U0001d800-\U0001d9ff"
    "\U0001d300-\U0001d356\U0001d245-\U0001d245\U0001d200-\U0001d241\U0001d1ae-\U0001d1ea"
    "\U0001d18c-\U0001d1a9\U0001d183-\U0001d184\U0001d16a-\U0001d16c\U0001d15a-\U0001d164"
    "\U0001d129-\U0001d158\U0001d100-\U0001d126\U0001d000-\U0001d0f5\U0001cf50-\U0001cfc3"
    "\U0001bc9c-\U0001bc9c\U00016b45-\U00016b45\U00016b3c-\U00016b3f\U00011fe1-\U00011ff1"
    "\U00011fd5-\U00011fdc\U0001173f-\U0001173f\U00010ac8-\U00010ac8\U00010877-\U00010878"
    "\U000101d0-\U000101fc\U000101a0-\U000101a0\U00010190-\U0001019c\U0001018c-\U0001018e"
    "\U00010179-\U00010189\U00010137-\U0001013f\uffed-\uffee\uffe8-\uffe8\uffe4-\uffe4\ufdfd-\ufdff"
    "\ufdcf-\ufdcf\ufd40-\ufd4f\uaa77-\uaa79\ua839-\ua839\ua836-\ua837\ua828-\ua82b\ua490-\ua4c6"
    "\u4dc0-\u4dff\u32c0-\u33ff\u328a-\u32b0\u3260-\u327f\u3250-\u3250\u322a-\u3247\u3200-\u321e"
    "\u31c0-\u31e3\u3196-\u319f\u3190-\u3191\u303e-\u303f\u3036-\u3037\u3020-\u3020\u3012-\u3013"
    "\u3004-\u3004\u2ff0-\u2ffb\u2f00-\u2fd5\u2e9b-\u2ef3\u2e80-\u2e99\u2e50-\u2e51\u2ce5-\u2cea"
    "\u2b97-\u2bff\u2b76-\u2b95\u2b4d-\u2b73\u2b45-\u2b46\u2b00-\u2b2f\u2801-\u28ff\u2794-\u27bf"
    "\u275f-\u2767\u2670-\u275a\u2600-\u266e\u25c2-\u25f7\u25b8-\u25c0\u2500-\u25b6\u249c-\u24e9"
    "\u2440-\u244a\u23e2-\u2426\u23b4-\u23db\u237d-\u239a\u232b-\u237b\u2322-\u2328\u230c-\u231f"
    "\u2300-\u2307\u21d5-\u21f3\u21d3-\u21d3\u21d0-\u21d1\u21af-\u21cd\u21a7-\u21ad\u21a4-\u21a5"
    "\u21a1-\u21a2\u219c-\u219f\u2195-\u2199\u218a-\u218b\u214f-\u214f\u214c-\u214d\u214a-\u214a"
    "\u213a-\u213b\u212e-\u212e\u2129-\u2129\u2127-\u2127\u2125-\u2125\u211e-\u2123\u2116-\u2117"
    "\u2114-\u2114\u2108-\u2109\u2103-\u2106\u2100-\u2101\u1b74-\u1b7c\u1b61-\u1b6a\u19de-\u19ff"
    "\u1940-\u1940\u166d-\u166d\u1390-\u1399\u109e-\u109f\u0fd5-\u0fd8\u0fce-\u0fcf\u0fc7-\u0fcc"
    "\u0fbe-\u0fc5\u0f38-\u0f38\u0f36-\u0f36\u0f34-\u0f34\u0f1a-\u0f1f\u0f15-\u0f17\u0f13-\u0f13"
    "\u0f01-\u0f03\u0d79-\u0d79\u0d4f-\u0d4f\u0c7f-\u0c7f\u0bfa-\u0bfa\u0bf3-\u0bf8\u0b70-\u0b70"
    "\u09fa-\u09fa\u07f6-\u07f6\u06fd-\u06fe\u06e9-\u06e9\u06de-\u06de\u060e-\u060f\u058d-\u058e"
    "\u0482-\u0482\u00b0-\u00b0\u00ae-\u00ae\u00a9-\u00a9\u00a6-\u00a6"
)
#: Other non-ASCII characters that an address can hold, and end with: dashes, arrows.
OTHERS = (
    "\U0001f3fb-\U0001f3ff\U0001eef0-\U0001eef1\U0001ecb0-\U0001ecb0\U0001e2ff-\U0001e2ff"
    "\U0001d7c3-\U0001d7c3\U0001d7a9-\U0001d7a9\U0001d789-\U0001d789\U0001d76f-\U0001d76f"
    "\U0001d74f-\U0001d74f\U0001d735-\U0001d735\U0001d715-\U0001d715\U0001d6fb-\U0001d6fb"
    "\U0001d6db-\U0001d6db\U0001d6c1-\U0001d6c1\U00011fdd-\U00011fe0\U00010ead-\U00010ead"
    "\uffe9-\uffec\uffe5-\uffe6\uffe0-\uffe3\uff5e-\uff5e\uff3e-\uff40\uff1d-\uff1d\uff0d-\uff0d"
    "\uff0b-\uff0b\uff04-\uff04\ufe69-\ufe69\ufe66-\ufe66\ufe62-\ufe63\ufe58-\ufe58\ufe4d-\ufe4f"
    "\ufe31-\ufe34\ufdfc-\ufdfc\ufbb2-\ufbc2\ufb29-\ufb29\uab6a-\uab6b\uab5b-\uab5b\ua838-\ua838"
    "\ua789-\ua78a\ua720-\ua721\ua700-\ua716\u30a0-\u30a0\u309b-\u309c\u3030-\u3030\u301c-\u301c"
    "\u2e5d-\u2e5d\u2e40-\u2e40\u2e3a-\u2e3b\u2e1a-\u2e1a\u2e17-\u2e17\u2b47-\u2b4c\u2b30-\u2b44"
    "\u29fe-\u2aff\u29dc-\u29fb\u2999-\u29d7\u2900-\u2982\u27f0-\u27ff\u27c7-\u27e5\u27c0-\u27c4"
    "\u266f-\u266f\u25f8-\u25ff\u25c1-\u25c1\u25b7-\u25b7\u23dc-\u23e1\u239b-\u23b3\u237c-\u237c"
    "\u2320-\u2321\u226c-\u22ff\u21f4-\u2269\u21d4-\u21d4\u21d2-\u21d2\u21ce-\u21cf\u21ae-\u21ae"
    "\u21a6-\u21a6\u21a3-\u21a3\u21a0-\u21a0\u219a-\u219b\u2190-\u2194\u214b-\u214b\u2140-\u2144"
    "\u2118-\u2118\u20a0-\u20c0\u208a-\u208c\u207a-\u207c\u2054-\u2054\u2052-\u2052\u2044-\u2044"
    "\u203f-\u2040\u2010-\u2015\u1ffd-\u1ffe\u1fed-\u1fef\u1fdd-\u1fdf\u1fcd-\u1fcf\u1fbf-\u1fc1"
    "\u1fbd-\u1fbd\u1806-\u1806\u17db-\u17db\u1400-\u1400\u0f0b-\u0f0c\u0e3f-\u0e3f\u0bf9-\u0bf9"
    "\u0af1-\u0af1\u09fb-\u09fb\u09f2-\u09f3\u0888-\u0888\u07fe-\u07ff\u060b-\u060b\u0606-\u0608"
    "\u05f3-\u05f4\u05be-\u05be\u058f-\u058f\u058a-\u058a\u03f6-\u03f6\u0384-\u0385\u0375-\u0375"
    "\u02ef-\u02ff\u02ed-\u02ed\u02e5-\u02eb\u02d2-\u02df\u02c2-\u02c5\u00f7-\u00f7\u00d7-\u00d7"
    "\u00b8-\u00b8\u00b4-\u00b4\u00b1-\u00b1\u00af-\u00af\u00ac-\u00ac\u00a8-\u00a8\u00a2-\u00a5"
)
#: Characters that an address can hold, but not at its end.
SOFT = (
    "\U0001e95e-\U0001e95f\U0001da87-\U0001da8b\U0001bc9f-\U0001bc9f\U00016fe2-\U00016fe2"
    "\U00016e97-\U00016e9a\U00016b44-\U00016b44\U00016b37-\U00016b3b\U00016af5-\U00016af5"
    "\U00016a6e-\U00016a6f\U00012ff1-\U00012ff2\U00012470-\U00012474\U00011fff-\U00011fff"
    "\U00011ef7-\U00011ef8\U00011c70-\U00011c71\U00011c41-\U00011c45\U00011a9e-\U00011aa2"
    "\U00011a9a-\U00011a9c\U00011a3f-\U00011a46\U000119e2-\U000119e2\U00011944-\U00011946"
    "\U0001183b-\U0001183b\U0001173c-\U0001173e\U000116b9-\U000116b9\U00011660-\U0001166c"
    "\U00011641-\U00011643\U000115c1-\U000115d7\U000114c6-\U000114c6\U0001145d-\U0001145d"
    "\U0001145a-\U0001145b\U0001144b-\U0001144f\U000112a9-\U000112a9\U00011238-\U0001123d"
    "\U000111dd-\U000111df\U000111db-\U000111db\U000111cd-\U000111cd\U000111c5-\U000111c8"
    "\U00011174-\U00011175\U00011140-\U00011143\U000110be-\U000110c1\U000110bb-\U000110bc"
    "\U00011047-\U0001104d\U00010f86-\U00010f89\U00010f55-\U00010f59\U00010b99-\U00010b9c"
    "\U00010b39-\U00010b3f\U00010af0-\U00010af6\U00010a7f-\U00010a7f\U00010a50-\U00010a58"
    "\U0001093f-\U0001093f\U0001091f-\U0001091f\U00010857-\U00010857\U0001056f-\U0001056f"
    "\U000103d0-\U000103d0\U0001039f-\U0001039f\U00010100-\U00010102\uff64-\uff65\uff61-\uff61"
    "\uff5c-\uff5c\uff3c-\uff3c\uff1f-\uff20\uff1a-\uff1b\uff0e-\uff0f\uff0c-\uff0c\uff0a-\uff0a"
    "\uff05-\uff07\uff01-\uff03\ufe6a-\ufe6b\ufe68-\ufe68\ufe5f-\ufe61\ufe54-\ufe57\ufe50-\ufe52"
    "\ufe49-\ufe4c\ufe45-\ufe46\ufe30-\ufe30\ufe19-\ufe19\ufe10-\ufe16\uabeb-\uabeb\uaaf0-\uaaf1"
    "\uaade-\uaadf\uaa5c-\uaa5f\ua9de-\ua9df\ua9c1-\ua9cd\ua95f-\ua95f\ua92e-\ua92f\ua8fc-\ua8fc"
    "\ua8f8-\ua8fa\ua8ce-\ua8cf\ua874-\ua877\ua6f2-\ua6f7\ua67e-\ua67e\ua673-\ua673\ua60d-\ua60f"
    "\ua4fe-\ua4ff\u30fb-\u30fb\u303d-\u303d\u301d-\u301f\u3001-\u3003\u2e52-\u2e54\u2e41-\u2e4f"
    "\u2e3c-\u2e3f\u2e30-\u2e39\u2e2a-\u2e2e\u2e1e-\u2e1f\u2e1b-\u2e1b\u2e18-\u2e19\u2e0e-\u2e16"
    "\u2e0b-\u2e0b\u2e06-\u2e08\u2e00-\u2e01\u2d70-\u2d70\u2cfe-\u2cff\u2cf9-\u2cfc\u2055-\u205e"
    "\u2053-\u2053\u2047-\u2051\u2041-\u2043\u203b-\u203e\u2030-\u2038\u201e-\u2027\u2016-\u201b"
    "\u1cd3-\u1cd3\u1cc0-\u1cc7\u1c7e-\u1c7f\u1c3b-\u1c3f\u1bfc-\u1bff\u1b7d-\u1b7e\u1b5a-\u1b60"
    "\u1aa8-\u1aad\u1aa0-\u1aa6\u1a1e-\u1a1f\u1944-\u1945\u1807-\u180a\u1800-\u1805\u17d8-\u17da"
    "\u17d4-\u17d6\u1735-\u1736\u16eb-\u16ed\u166e-\u166e\u1360-\u1368\u10fb-\u10fb\u104a-\u104f"
    "\u0fd9-\u0fda\u0fd0-\u0fd4\u0f85-\u0f85\u0f14-\u0f14\u0f0d-\u0f12\u0f04-\u0f0a\u0e5a-\u0e5b"
    "\u0e4f-\u0e4f\u0df4-\u0df4\u0c84-\u0c84\u0c77-\u0c77\u0af0-\u0af0\u0a76-\u0a76\u09fd-\u09fd"
    "\u0970-\u0970\u0964-\u0965\u085e-\u085e\u0830-\u083e\u07f7-\u07f9\u0700-\u070d\u06d4-\u06d4"
    "\u066a-\u066d\u061d-\u061f\u061b-\u061b\u060c-\u060d\u0609-\u060a\u05c6-\u05c6\u05c3-\u05c3"
    "\u05c0-\u05c0\u0589-\u0589\u055a-\u055f\u0387-\u0387\u037e-\u037e\u00bf-\u00bf\u00b6-\u00b7"
    "\u00a7-\u00a7\u00a1-\u00a1\u007c-\u007c\u003f-\u003f\u003a-\u003b\u002e-\u002e\u002c-\u002c"
    "\u0027-\u0027\u0021-\u0021"
)
#: Brackets and quotation marks in pairs: what opens for what closes.
CLOSING = {
    "\u0029": "\u0028",
    "\u005d": "\u005b",
    "\u007d": "\u007b",
    "\u00bb": "\u00ab",
    "\u0f3b": "\u0f3a",
    "\u0f3d": "\u0f3c",
    "\u169c": "\u169b",
    "\u201d": "\u201c",
    "\u203a": "\u2039",
    "\u2046": "\u2045",
    "\u207e": "\u207d",
    "\u208e": "\u208d",
    "\u226b": "\u226a",
    "\u2309": "\u2308",
    "\u230b": "\u230a",
    "\u232a": "\u2329",
    "\u275c": "\u275b",
    "\u275e": "\u275d",
    "\u2769": "\u2768",
    "\u276b": "\u276a",
    "\u276d": "\u276c",
    "\u276f": "\u276e",
    "\u2771": "\u2770",
    "\u2773": "\u2772",
    "\u2775": "\u2774",
    "\u27c6": "\u27c5",
    "\u27e7": "\u27e6",
    "\u27e9": "\u27e8",
    "\u27eb": "\u27ea",
    "\u27ed": "\u27ec",
    "\u27ef": "\u27ee",
    "\u2984": "\u2983",
    "\u2986": "\u2985",
    "\u2988": "\u2987",
    "\u298a": "\u2989",
    "\u298c": "\u298b",
    "\u2990": "\u298d",
    "\u298e": "\u298f",
    "\u2992": "\u2991",
    "\u2994": "\u2993",
    "\u2996": "\u2995",
    "\u2998": "\u2997",
    "\u29d9": "\u29d8",
    "\u29db": "\u29da",
    "\u29fd": "\u29fc",
    "\u2e03": "\u2e02",
    "\u2e05": "\u2e04",
    "\u2e0a": "\u2e09",
    "\u2e0d": "\u2e0c",
    "\u2e1d": "\u2e1c",
    "\u2e21": "\u2e20",
    "\u2e23": "\u2e22",
    "\u2e25": "\u2e24",
    "\u2e27": "\u2e26",
    "\u2e29": "\u2e28",
    "\u2e56": "\u2e55",
    "\u2e58": "\u2e57",
    "\u2e5a": "\u2e59",
    "\u2e5c": "\u2e5b",
    "\u3009": "\u3008",
    "\u300b": "\u300a",
    "\u300d": "\u300c",
    "\u300f": "\u300e",
    "\u3011": "\u3010",
    "\u3015": "\u3014",
    "\u3017": "\u3016",
    "\u3019": "\u3018",
    "\u301b": "\u301a",
    "\ufd3e": "\ufd3f",
    "\ufe18": "\ufe17",
    "\ufe36": "\ufe35",
    "\ufe38": "\ufe37",
    "\ufe3a": "\ufe39",
    "\ufe3c": "\ufe3b",
    "\ufe3e": "\ufe3d",
    "\ufe40": "\ufe3f",
    "\ufe42": "\ufe41",
    "\ufe44": "\ufe43",
    "\ufe48": "\ufe47",
    "\ufe5a": "\ufe59",
    "\ufe5c": "\ufe5b",
    "\ufe5e": "\ufe5d",
    "\ufe65": "\ufe64",
    "\uff09": "\uff08",
    "\uff1e": "\uff1c",
    "\uff3d": "\uff3b",
    "\uff5d": "\uff5b",
    "\uff60": "\uff5f",
    "\uff63": "\uff62",
    "\U0001f677": "\U0001f676",
}
