"""What ZERO WIDTH NON-JOINER and JOINER can stand beside, as of Unicode 14.0.

Made by `make_joiners.py` of data Copyright © 2001-2026 Unicode, Inc., used under the Unicode
License v3 (SPDX-License-Identifier: Unicode-3.0): LICENSE-Unicode-3.0.txt, in this folder, is its
copyright and permission notice. Each constant is the inside of a bracket expression.
"""

#: Letters that join the one after them: Joining_Type L and D.
JOINS_NEXT = (
    "\U0001e900-\U0001e943\U00010fc4-\U00010fc4\U00010fc1-\U00010fc1\U00010fbe-\U00010fbf"
    "\U00010fbb-\U00010fbc\U00010fb8-\U00010fb8\U00010fb2-\U00010fb3\U00010fb0-\U00010fb0"
    "\U00010f76-\U00010f81\U00010f70-\U00010f73\U00010f34-\U00010f44\U00010f30-\U00010f32"
    "\U00010d23-\U00010d23\U00010d00-\U00010d21\U00010b90-\U00010b90\U00010b8d-\U00010b8d"
    "\U00010b8a-\U00010b8b\U00010b86-\U00010b88\U00010b82-\U00010b82\U00010b80-\U00010b80"
    "\U00010ade-\U00010ae0\U00010ad3-\U00010adc\U00010acd-\U00010acd\U00010ac0-\U00010ac4"
    "\ua840-\ua872\u18aa-\u18aa\u1887-\u18a8\u1820-\u1878\u08ba-\u08c8\u08b3-\u08b8\u08af-\u08b0"
    "\u08a0-\u08a9\u0889-\u088d\u0886-\u0886\u0868-\u0868\u0862-\u0865\u0860-\u0860\u0855-\u0855"
    "\u084a-\u0853\u0848-\u0848\u0841-\u0845\u07ca-\u07ea\u077a-\u077f\u0775-\u0777\u0772-\u0772"
    "\u076d-\u0770\u075c-\u076a\u074e-\u0758\u072d-\u072e\u072b-\u072b\u0729-\u0729\u071f-\u0727"
    "\u071a-\u071d\u0712-\u0714\u06ff-\u06ff\u06fa-\u06fc\u06d0-\u06d1\u06ce-\u06ce\u06cc-\u06cc"
    "\u06c1-\u06c2\u069a-\u06bf\u0678-\u0687\u066e-\u066f\u0649-\u064a\u0641-\u0647\u0633-\u063f"
    "\u062a-\u062e\u0628-\u0628\u0626-\u0626\u0620-\u0620"
)
#: Letters that join the one before them: Joining_Type R and D.
JOINS_LAST = (
    "\U0001e900-\U0001e943\U00010fc1-\U00010fc4\U00010fb8-\U00010fbf\U00010fb2-\U00010fb6"
    "\U00010fb0-\U00010fb0\U00010f70-\U00010f81\U00010f30-\U00010f44\U00010d01-\U00010d23"
    "\U00010b80-\U00010b91\U00010ae4-\U00010ae4\U00010ad8-\U00010ae1\U00010ace-\U00010ad6"
    "\U00010ac9-\U00010aca\U00010ac7-\U00010ac7\U00010ac0-\U00010ac5\ua840-\ua871\u18aa-\u18aa"
    "\u1887-\u18a8\u1820-\u1878\u08ae-\u08c8\u08a0-\u08ac\u0889-\u088e\u0886-\u0886\u0870-\u0882"
    "\u0867-\u086a\u0862-\u0865\u0860-\u0860\u0840-\u0858\u07ca-\u07ea\u074d-\u077f\u0712-\u072f"
    "\u0710-\u0710\u06ff-\u06ff\u06fa-\u06fc\u06ee-\u06ef\u06d5-\u06d5\u0675-\u06d3\u0671-\u0673"
    "\u066e-\u066f\u0641-\u064a\u0622-\u063f\u0620-\u0620"
)
#: Emoji, with the five skin tones.
EMOJI = (
    "\U0001faf0-\U0001faf6\U0001fae0-\U0001fae7\U0001fad0-\U0001fad9\U0001fac0-\U0001fac5"
    "\U0001fab0-\U0001faba\U0001fa90-\U0001faac\U0001fa80-\U0001fa86\U0001fa78-\U0001fa7c"
    "\U0001fa70-\U0001fa74\U0001f900-\U0001f9ff\U0001f7f0-\U0001f7f0\U0001f7e0-\U0001f7eb"
    "\U0001f6f0-\U0001f6fc\U0001f6dd-\U0001f6ec\U0001f680-\U0001f6d7\U0001f300-\U0001f64f"
    "\u2b1b-\u2b1c\u2794-\u27bf\u2763-\u2764\u2600-\u275a\u2194-\u2195"
)
