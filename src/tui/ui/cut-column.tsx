/** Lines under one another in a fixed height. */
import { Box } from 'ink';
import type { ReactNode } from 'react';

/**
 * The children one below the other, in `height` rows. What does not fit is cut off at the end: left to themselves, lines that are too
 * many would be made lower, and several drawn on one row.
 */
export const CutColumn = ({ height, children }: { readonly height: number; readonly children: ReactNode }) => (
  <Box flexDirection="column" height={height} overflow="hidden">
    <Box flexDirection="column" flexShrink={0} minHeight={height}>
      {children}
    </Box>
  </Box>
);
