/** Imported first, it makes Ink's colour library write colours, which other tests do without. */
process.env.FORCE_COLOR = '1';
