// What Safari 16.4 and Firefox 115 know ("browserslist" in package.json), and plain mistakes.

import stylelint from "stylelint";

// Firefox knows :has() since 121. A rule with it may only refine what the page looks like without it; and it stands
// alone, because a browser that does not know one selector of a list drops all of them.
const hasAlone = stylelint.createPlugin("companion/has-alone", (isOn) => (root, result) => {
  if (!isOn) return;
  root.walkRules((rule) => {
    const some = rule.selectors.filter((selector) => selector.includes(":has("));
    if (!some.length || some.length === rule.selectors.length) return;
    const message = `"${some[0]}" stands in one list with selectors that every browser knows`;
    stylelint.utils.report({ ruleName: "companion/has-alone", result, node: rule, message });
  });
});

export default {
  plugins: ["stylelint-no-unsupported-browser-features", hasAlone],
  rules: {
    "companion/has-alone": true,
    "plugin/no-unsupported-browser-features": [true, {
      ignorePartialSupport: true,
      ignore: [
        "css-has", // see above
        // A page is as usable without them: cursors, colours of scroll bars, handles of text areas, margins on paper,
        // and what a phone does between two taps.
        "css3-cursors-grab", "css-scrollbar", "css-resize", "css-paged-media", "css-touch-action", "text-size-adjust",
      ],
    }],
    "block-no-empty": true,
    "color-no-invalid-hex": true,
    "declaration-block-no-duplicate-properties": [true, { ignore: ["consecutive-duplicates-with-different-values"] }],
    "function-no-unknown": true,
    "property-no-unknown": true,
    "selector-pseudo-class-no-unknown": true,
    "unit-no-unknown": true,
  },
};
