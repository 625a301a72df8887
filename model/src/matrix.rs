//! Matrix products, row by row in memory.

use std::ops::Range;

use gemm::Parallelism;

/// How `a` and `b` are multiplied into `out`.
#[derive(Clone, Debug)]
pub(crate) enum Layout {
    /// a x b.
    Times { inner: usize },
    /// a x b transposed.
    TimesTransposed { inner: usize },
    /// Some columns of a, transposed, x b. `width` is the number of columns that a has.
    TransposedTimes { inner: usize, columns: Range<usize>, width: usize },
}

/// `out` = product; its size gives the number of rows.
#[expect(unsafe_code, reason = "gemm takes pointers and strides; the sizes are checked before")]
pub(crate) fn multiply(out: &mut [f32], a: &[f32], b: &[f32], layout: Layout) {
    let (m, n, k, a_strides, b_strides, a_offset) = match layout {
        Layout::Times { inner } => (a.len() / inner, b.len() / inner, inner, (inner, 1), (b.len() / inner, 1), 0),
        Layout::TimesTransposed { inner } => (a.len() / inner, b.len() / inner, inner, (inner, 1), (1, inner), 0),
        Layout::TransposedTimes { inner, columns, width } => {
            assert!(columns.end <= width && a.len() == inner * width);
            (columns.len(), b.len() / inner, inner, (1, width), (b.len() / inner, 1), columns.start)
        }
    };
    assert_eq!(out.len(), m * n, "the product has {m} x {n} numbers");
    assert!(b.len() == n * k && a.len() >= m * k);
    // SAFETY: by the assertions all three slices hold every element that these sizes and strides reach.
    unsafe {
        gemm::gemm(
            m,
            n,
            k,
            out.as_mut_ptr(),
            1,
            n as isize,
            false,
            a.as_ptr().add(a_offset),
            a_strides.1 as isize,
            a_strides.0 as isize,
            b.as_ptr(),
            b_strides.1 as isize,
            b_strides.0 as isize,
            0.0,
            1.0,
            false,
            false,
            false,
            Parallelism::None,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::{Layout, multiply};

    #[test]
    fn all_layouts_multiply() {
        let (a, b) = ([1.0, 2.0, 3.0, 4.0, 5.0, 6.0], [1.0, 0.0, 2.0, 1.0, 1.0, 1.0]);
        let mut out = [0.0; 4];
        multiply(&mut out, &a, &b, Layout::Times { inner: 3 });
        assert_eq!(out, [8.0, 5.0, 20.0, 11.0]);
        multiply(&mut out, &a, &b, Layout::TimesTransposed { inner: 3 });
        assert_eq!(out, [7.0, 6.0, 16.0, 15.0]);
        let mut out = [0.0; 6];
        multiply(&mut out, &a, &b, Layout::TransposedTimes { inner: 2, columns: 1..3, width: 3 });
        assert_eq!(out, [7.0, 5.0, 9.0, 9.0, 6.0, 12.0]);
    }
}
